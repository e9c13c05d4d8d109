import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the inventory lines of docs/requirements.md that no test carries. */

/** Files whose tests may carry ids. */
function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Ids at the end of a test's name, `… (S10, O07)`, or as Playwright tags, `'@S10'`. */
export function idsIn(source: string): string[] {
  const inNames = [...source.matchAll(/\(([A-U]\d\d(?:, (?:[A-U]\d\d|OP-\d\d))*)\)['"`]/g)].flatMap(
    (match) => (match[1] ?? '').split(', '),
  );
  const inTags = [...source.matchAll(/['"]@([A-U]\d\d)['"]/g)].map((match) => match[1] ?? '');
  return [...inNames, ...inTags].filter((id) => /^[A-U]\d\d$/.test(id));
}

const lines = new Map(
  [
    ...readFileSync('docs/requirements.md', 'utf8').matchAll(/^\d+\. \*\*([A-U]\d\d)\*\* (.*)$/gm),
  ].map((match) => [match[1] ?? '', match[2] ?? '']),
);
const covered = new Set(testFiles('tests').flatMap((file) => idsIn(readFileSync(file, 'utf8'))));
const unknown = [...covered].filter((id) => !lines.has(id));
const missing = [...lines].filter(([id]) => !covered.has(id));

for (const [id, text] of missing) process.stdout.write(`${id}  ${text}\n`);
for (const id of unknown)
  process.stdout.write(`${id}  is carried by a test and stands in no requirement\n`);
process.stderr.write(`${lines.size - missing.length} of ${lines.size} lines have a test\n`);
if (unknown.length > 0) process.exitCode = 1;
