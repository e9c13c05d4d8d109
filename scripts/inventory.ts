import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { calls } from '#contract/shop/calls.ts';
import { studioCalls } from '#contract/studio/calls.ts';

/**
 * Checks docs/requirements.md against tests and code: a test must cover each of its lines, if only a journey that
 * `npm run test:all` alone runs, and whatever is cited must be explained. Fails on a line without a test, a skipped test, a decision that
 * isn't in their list, and a cited id, decision, invariant, page of docs or (in docs) path of a call that doesn't exist.
 */

interface TestTags {
  /** The ids of requirement lines: `… (S10, O07)` at the end of a test's name, or the tag `@S10`. */
  readonly ids: string[];
  /** Calls such as `test.skip`, as they are written. */
  readonly setAside: string[];
}

/** Only string literals seen by the parser count, so a commented-out test covers nothing. */
function readTests(path: string): TestTags {
  const source = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} can't be read`);
  const found: TestTags = { ids: [], setAside: [] };
  collect(program, found);
  return found;
}

function collect(node: unknown, found: TestTags): void {
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

function filesIn(room: string, names: RegExp): string[] {
  return readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const requirements = readFileSync('docs/requirements.md', 'utf8');
const lines = new Map(
  [...requirements.matchAll(/^\d+\. \*\*([A-U]\d\d)\*\* (.*)$/gm)].map((match) => [
    match[1] ?? '',
    match[2] ?? '',
  ]),
);

/** How each kind of citation is written, all that can be cited, and where it is explained. */
const citations: readonly (readonly [RegExp, { has(cited: string): boolean }, string])[] = [
  [/(?<=\(|, )[A-U]\d\d(?=, |\))/g, lines, 'docs/requirements.md'],
  [
    /\bOP-\d\d\b/g,
    explained('docs/requirements.md', /(?<=\*\*)OP-\d\d(?=\*\*)/g),
    'docs/requirements.md',
  ],
  [
    /(?<=\binvariants?[\s*]+(?:\d+(?:,| and| to)[\s*]+)*)\d+\b/gi,
    explained('docs/offline.md', /^\d+(?=\. )/gm),
    'the invariants of docs/offline.md',
  ],
  [
    /(?<=\bdecisions?[\s*]+(?:\d{3}(?:,| and)[\s*]+)*)\d{3}\b/gi,
    new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 3))),
    'docs/decisions',
  ],
  [/\bdocs\/[\w/-]+\.(?:md|svg|webp)\b/g, { has: existsSync }, 'docs'],
];

const callPaths = [calls, studioCalls].flatMap((table) =>
  Object.values(table).map(({ path }): string => path),
);
/** A path of a call as pages of docs write it, or the beginning that several share. */
const citedPath = /(?<![\w/])\/api\/[\w/{}-]+/g;

function isPath(cited: string): boolean {
  return callPaths.some((path) => path === cited || path.startsWith(`${cited}/`));
}

function explained(page: string, ids: RegExp): ReadonlySet<string> {
  return new Set(readFileSync(page, 'utf8').match(ids));
}

const files = filesIn('tests', /\.(test|spec)\.tsx?$/);
const rooms = ['contract', 'demo', 'docs', 'scripts', 'server', 'src', 'studio', 'sw', 'tests'];
const cited = rooms.flatMap((room) => filesIn(room, /\.(?:tsx?|mjs|css|md)$/));

const covered = new Set<string>();
const faults: string[] = [];
for (const file of files) {
  const { ids, setAside } = readTests(file);
  for (const id of ids) covered.add(id);
  for (const name of setAside) faults.push(`${file}  ${name}: every test runs`);
}
for (const file of [...cited, 'README.md', 'CONTRIBUTING.md', 'vite.config.ts']) {
  const text = readFileSync(file, 'utf8');
  for (const [pattern, known, place] of citations) {
    for (const id of text.match(pattern) ?? []) {
      if (!known.has(id)) faults.push(`${file}  ${id} is not in ${place}`);
    }
  }
  for (const path of (file.endsWith('.md') && text.match(citedPath)) || []) {
    if (!isPath(path)) faults.push(`${file}  ${path} is no path of a call`);
  }
}
for (const id of covered) {
  if (!lines.has(id)) faults.push(`${id}  is cited by a test but is not a requirement`);
}
const index = readFileSync('docs/decisions/README.md', 'utf8');
for (const name of readdirSync('docs/decisions')) {
  if (/^\d/.test(name) && !index.includes(`(${name})`)) {
    faults.push(`docs/decisions/${name}  has no row in docs/decisions/README.md`);
  }
}
const missing = [...lines].filter(([id]) => !covered.has(id));
for (const [id, text] of missing) faults.push(`${id}  ${text}`);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stderr.write(`${lines.size - missing.length} of ${lines.size} lines have a test\n`);
if (faults.length > 0) process.exitCode = 1;
