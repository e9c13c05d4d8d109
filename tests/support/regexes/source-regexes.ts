import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A regular expression in the source, and where it is. */
export interface SourceRegex {
  /** `path:line`. */
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

interface SourceFile {
  readonly path: string;
  readonly literals: readonly SourceRegex[];
  /** How often the file contains `RegExp(…)`: these patterns only exist once the file runs. */
  readonly constructed: number;
}

const folders = ['contract', 'server', 'src', 'sw', 'studio', 'public'];

/** Every regular expression literal and every `RegExp(…)` in the code that runs in the shop. */
export function readSourceRegexes(): readonly SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|js)$/.test(name))
      .map((name) => join(folder, name)),
  );
  return paths.sort().map((path) => regexesOf(path, readFileSync(path, 'utf8')));
}

/** The regular expressions of one file. */
export function regexesOf(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} can't be parsed`);
  const literals: SourceRegex[] = [];
  let constructed = 0;
  walk(program, (node) => {
    if (isLiteral(node)) {
      const line = text.slice(0, node.start).split('\n').length;
      literals.push({ place: `${path}:${line}`, ...node.regex });
    }
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && Reflect.get(Object(node.callee), 'name') === 'RegExp') constructed += 1;
  });
  return { path, literals, constructed };
}

type Node = Readonly<Record<string, unknown>>;
interface RegexLiteral {
  readonly start: number;
  readonly regex: { readonly pattern: string; readonly flags: string };
}

function isLiteral(node: Node | (Node & RegexLiteral)): node is Node & RegexLiteral {
  return node.type === 'Literal' && typeof node.regex === 'object' && node.regex !== null;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) walk(each, visit);
    return;
  }
  if ('type' in value) visit(value as Node);
  for (const part of Object.values(value)) walk(part, visit);
}
