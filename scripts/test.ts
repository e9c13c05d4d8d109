import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Outcome, outcomeOf, playwrightOutcome, vitestOutcome } from './test-reports.ts';

/**
 * Runs every check of the project, or with `npm test -- [checks] [tests] [journeys]` those named, and
 * prints last what failed and how many passed. Short checks run two at a time and print when they have ended;
 * tests and journeys each take every core.
 */

const bin = (name: string) => join('node_modules', '.bin', name);
const results = '.cache/test-results';
/** What Node has compiled, without types, for the many processes of tests; the server keeps its own there, too. */
const compiled = resolve('node_modules/.cache/node');

interface Check {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads what its tests found; without it the check counts as one. */
  readonly outcome?: () => Outcome;
}

/** The longest first. */
const quickChecks: readonly Check[] = [
  ...['tests', '.', 'studio', 'src', 'sw'].map((project) => ({
    title: `types of ${project}`,
    command: [bin('tsc'), '-p', project],
  })),
  { title: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { title: 'dead code', command: [bin('knip'), '--no-progress'] },
  { title: 'inventory', command: [process.execPath, 'scripts/inventory.ts'] },
  { title: 'arrows', command: [process.execPath, 'scripts/arrows.ts'] },
];

const vitestReport = join(results, 'vitest.json');
const vitest = {
  command: [
    ...[bin('vitest'), 'run', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${vitestReport}`,
  ],
  outcome: () => vitestOutcome(vitestReport),
};

const suites: Readonly<Record<'tests' | 'journeys', Check>> = {
  tests: { title: 'unit, offline, component and API tests', ...vitest },
  journeys: {
    title: 'journeys in Chromium',
    command: [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts'],
    // By default its workers strip types again, because a run has a folder of its own for temporary files.
    env: { PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve('.cache/stripped') },
    outcome: () => playwrightOutcome(join(results, 'playwright.json')),
  },
};

/** Only by name: `npm run test:postgres`. */
const postgres: Check = {
  title: 'all API tests on PostgreSQL',
  ...vitest,
  command: [...vitest.command, '--project', 'on PostgreSQL'],
  env: { POSTGRES_TESTS: 'all' },
};

const parts = ['checks', ...Object.keys(suites), 'postgres'];
const named = process.argv.slice(2);
const unknown = named.find((name) => !parts.includes(name));
if (unknown) throw new Error(`There is no ${unknown}: say ${parts.join(', ')} or nothing.`);
const isWanted = (name: string) => named.length === 0 || named.includes(name);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const waiting = isWanted('checks') ? [...quickChecks] : [];
const lane = async (): Promise<Outcome[]> => {
  const next = waiting.shift();
  return next ? [await run(next, 'pipe'), ...(await lane())] : [];
};
const outcomes = (await Promise.all([lane(), lane()])).flat();
for (const [name, suite] of Object.entries(suites)) {
  if (isWanted(name)) outcomes.push(await run(suite, 'inherit'));
}
if (named.includes('postgres')) outcomes.push(await run(postgres, 'inherit'));
const passed = outcomes.reduce((total, each) => total + each.passed, 0);
const failed = outcomes.flatMap((each) => each.failed);
printAll(
  'Passed at the second try only',
  outcomes.flatMap((each) => each.retried),
);
printAll('Failed', failed);
process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function printAll(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`\n${heading}:\n${lines.join('\n')}\n`);
}

/** `pipe` keeps what the check prints until it has ended, so that two of them don't mix. */
async function run(
  { title, command, env, outcome }: Check,
  output: 'pipe' | 'inherit',
): Promise<Outcome> {
  const startedAt = Date.now();
  if (output === 'inherit') process.stdout.write(`\n— ${title}\n`);
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: ['inherit', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const printed = await Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream ? buffer(stream) : '')),
  );
  const status = await ended;
  if (output === 'pipe') process.stdout.write(`\n— ${title}\n${printed.join('')}`);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`— ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  return outcomeOf(title, status === 0, outcome);
}
