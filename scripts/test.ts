import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

/**
 * Runs every check of the project, or with `npm test -- [checks] [tests] [journeys]` those named, and
 * prints what passed and failed last. Short checks run two at a time and print when they have ended;
 * tests and journeys each take every core.
 */

const bin = (name: string) => join('node_modules', '.bin', name);
const results = '.cache/test-results';
/** What Node has compiled, without types, for the many processes of tests; the server keeps its own there, too. */
const compiled = resolve('node_modules/.cache/node');

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Check {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads how many tests passed and failed; without it the check counts as one. */
  readonly count?: () => Counts;
}

function vitestCounts(): Counts {
  const report = JSON.parse(readFileSync(join(results, 'vitest.json'), 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
  };
  // A file that can't be loaded has no tests to fail.
  const failed = Math.max(report.numFailedTests, Math.min(1, report.numFailedTestSuites));
  return { passed: report.numPassedTests, failed };
}

function playwrightCounts(): Counts {
  const { stats } = JSON.parse(readFileSync(join(results, 'playwright.json'), 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
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

const vitest = [
  ...[bin('vitest'), 'run', '--reporter=default', '--reporter=json'],
  `--outputFile.json=${join(results, 'vitest.json')}`,
];

const suites: Readonly<Record<'tests' | 'journeys', Check>> = {
  tests: { title: 'unit, offline and API tests', command: vitest, count: vitestCounts },
  journeys: {
    title: 'journeys in Chromium',
    command: [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts'],
    // By default its workers strip types again, because a run has a folder of its own for temporary files.
    env: { PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve('.cache/stripped') },
    count: playwrightCounts,
  },
};

/** Only by name: `npm run test:postgres`. */
const postgres: Check = {
  title: 'all API tests on PostgreSQL',
  command: [...vitest, '--project', 'on PostgreSQL'],
  env: { POSTGRES_TESTS: 'all' },
  count: vitestCounts,
};

const parts = ['checks', ...Object.keys(suites), 'postgres'];
const named = process.argv.slice(2);
const unknown = named.find((name) => !parts.includes(name));
if (unknown) throw new Error(`There is no ${unknown}: say ${parts.join(', ')} or nothing.`);
const isWanted = (name: string) => named.length === 0 || named.includes(name);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const waiting = isWanted('checks') ? [...quickChecks] : [];
const lane = async (): Promise<Counts[]> => {
  const next = waiting.shift();
  return next ? [await run(next, 'pipe'), ...(await lane())] : [];
};
const counts = (await Promise.all([lane(), lane()])).flat();
for (const [name, suite] of Object.entries(suites)) {
  if (isWanted(name)) counts.push(await run(suite, 'inherit'));
}
if (named.includes('postgres')) counts.push(await run(postgres, 'inherit'));
const sum = (kind: keyof Counts) => counts.reduce((total, each) => total + each[kind], 0);
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

/** `pipe` keeps what the check prints until it has ended, so that two of them don't mix. */
async function run(check: Check, output: 'pipe' | 'inherit'): Promise<Counts> {
  const { title, command, env, count } = check;
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
  return countOf(status === 0, count);
}

function countOf(isGood: boolean, count: Check['count']): Counts {
  const alone = { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 };
  try {
    const counted = count?.() ?? alone;
    return isGood || counted.failed > 0 ? counted : { ...counted, failed: 1 };
  } catch {
    // No report was written: the check itself broke, and counts as one failure.
    return alone;
  }
}
