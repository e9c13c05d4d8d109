import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * Checks docs/requirements.md against the tests: a test that runs must cover each of its lines. Fails on a
 * line without a test, an id without a line, and a skipped test.
 */

interface Found {
  /** The ids of requirement lines: `… (S10, O07)` at the end of a test's name, or the tag `@S10`. */
  readonly ids: string[];
  /** Calls such as `test.skip`, as they are written. */
  readonly setAside: string[];
}

/** Only string literals seen by the parser count, so a commented-out test covers nothing. */
function readTests(path: string): Found {
  const source = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} can't be read`);
  const found: Found = { ids: [], setAside: [] };
  collect(program, found);
  return found;
}

function collect(node: unknown, found: Found): void {
  if (Array.isArray(node)) for (const part of node) collect(part, found);
  if (node === null || typeof node !== 'object') return;
  const { type, callee, value, quasis } = node as Record<string, unknown>;
  if (type === 'CallExpression') {
    const name = nameOf(callee);
    if (/^(test|it|describe)\b.*\.(skip|skipIf|runIf|todo|fixme|fails?|only)\b/.test(name)) {
      found.setAside.push(name);
      return;
    }
  }
  if (type === 'Literal' && typeof value === 'string') found.ids.push(...idsIn(value));
  if (type === 'TemplateLiteral' && Array.isArray(quasis)) {
    found.ids.push(...idsIn(String(quasis.at(-1)?.value?.cooked)));
  }
  if (!Array.isArray(node)) for (const part of Object.values(node)) collect(part, found);
}

/** The dotted name of a callee such as `test.describe.skip`, also when its result is called: `test.each(…)`. */
function nameOf(callee: unknown): string {
  const { type, name, object, property, callee: inner } = callee as Record<string, unknown>;
  if (type === 'Identifier') return String(name);
  if (type === 'MemberExpression') return `${nameOf(object)}.${nameOf(property)}`;
  return type === 'CallExpression' ? nameOf(inner) : '';
}

function idsIn(text: string): string[] {
  const [, tag] = /^@([A-U]\d\d)$/.exec(text) ?? [];
  const [, list] = /\(((?:[A-U]\d\d|OP-\d\d)(?:, (?:[A-U]\d\d|OP-\d\d))*)\)$/.exec(text) ?? [];
  const ids = tag === undefined ? (list?.split(', ') ?? []) : [tag];
  return ids.filter((id) => !id.startsWith('OP-'));
}

const files = readdirSync('tests', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const lines = new Map(
  [
    ...readFileSync('docs/requirements.md', 'utf8').matchAll(/^\d+\. \*\*([A-U]\d\d)\*\* (.*)$/gm),
  ].map((match) => [match[1] ?? '', match[2] ?? '']),
);

const covered = new Set<string>();
const faults: string[] = [];
for (const file of files) {
  const { ids, setAside } = readTests(file);
  for (const id of ids) covered.add(id);
  for (const name of setAside) faults.push(`${file}  ${name}: every test runs`);
}
for (const id of covered) {
  if (!lines.has(id)) faults.push(`${id}  is cited by a test but is not a requirement`);
}
const missing = [...lines].filter(([id]) => !covered.has(id));
for (const [id, text] of missing) faults.push(`${id}  ${text}`);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stderr.write(`${lines.size - missing.length} of ${lines.size} lines have a test\n`);
if (faults.length > 0) process.exitCode = 1;
