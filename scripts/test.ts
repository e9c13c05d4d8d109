import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Runs every check of the project one after another and prints what passed and failed last. */

const bin = (name: string) => join('node_modules', '.bin', name);
const results = '.cache/test-results';

interface Check {
  readonly title: string;
  readonly command: readonly string[];
  /** Reads how many tests passed and failed; without it the check counts as one. */
  readonly count?: () => { passed: number; failed: number };
}

function vitestCounts() {
  const report = JSON.parse(readFileSync(join(results, 'vitest.json'), 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
  };
  // A file that can't be loaded has no tests to fail.
  const failed = Math.max(report.numFailedTests, Math.min(1, report.numFailedTestSuites));
  return { passed: report.numPassedTests, failed };
}

function playwrightCounts() {
  const { stats } = JSON.parse(readFileSync(join(results, 'playwright.json'), 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

const checks: readonly Check[] = [
  { title: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  ...['.', 'src', 'sw', 'studio', 'tests'].map((project) => ({
    title: `types of ${project}`,
    command: [bin('tsc'), '-p', project],
  })),
  { title: 'dead code', command: [bin('knip'), '--no-progress'] },
  { title: 'arrows', command: [process.execPath, 'scripts/arrows.ts'] },
  { title: 'inventory', command: [process.execPath, 'scripts/inventory.ts'] },
  {
    title: 'unit, offline and API tests',
    command: [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(results, 'vitest.json')}`,
    ],
    count: vitestCounts,
  },
  {
    title: 'journeys in Chromium',
    command: [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts'],
    count: playwrightCounts,
  },
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
let passed = 0;
let failed = 0;
for (const { title, command, count } of checks) {
  const startedAt = Date.now();
  process.stdout.write(`\n— ${title}\n`);
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  let counted = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  try {
    if (count) counted = count();
  } catch {
    // No report was written: the check itself broke, and counts as one failure.
  }
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  passed += counted.passed;
  failed += counted.failed;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`— ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
