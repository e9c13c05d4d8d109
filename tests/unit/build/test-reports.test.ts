import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { outcomeOf, playwrightOutcome, vitestOutcome } from '../../../scripts/test-reports.ts';

async function reportOf(content: string | object): Promise<string> {
  const file = join(await emptyFolder(), 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const vitestTest = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

const vitestFile = (
  name: string,
  assertionResults: readonly ReturnType<typeof vitestTest>[],
  message = '',
) => {
  const isFailed = message !== '' || assertionResults.some(({ status }) => status === 'failed');
  return { name: resolve(name), status: isFailed ? 'failed' : 'passed', message, assertionResults };
};

const vitestReport = (...testResults: readonly ReturnType<typeof vitestFile>[]) => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return reportOf({
    numPassedTests: tests.filter(({ status }) => status === 'passed').length,
    testResults,
  });
};

test('of Vitest’s tests, counts the passed and names the failed with the start of their error', async () => {
  const error = [
    'AssertionError: expected \u001b[32m1\u001b[39m to be 2',
    '    at /shop/tests/cart.test.ts:3:59',
    '    at file:///shop/node_modules/vitest/dist/run.js:1632:35',
  ];
  const file = await vitestReport(
    vitestFile('tests/cart.test.ts', [
      vitestTest('adds', 'passed'),
      vitestTest('cart removes', 'failed', error.join('\n')),
      vitestTest('skips', 'skipped'),
      vitestTest('later', 'todo'),
    ]),
    vitestFile('tests/order.test.ts', [vitestTest('pays', 'passed')]),
  );

  expect(vitestOutcome(file)).toEqual({
    passed: 2,
    failed: [
      `tests/cart.test.ts › cart removes
    AssertionError: expected 1 to be 2
        at /shop/tests/cart.test.ts:3:59`,
    ],
    retried: [],
    skipped: [],
  });
});

test('of Vitest’s tests, counts those that pass at the second try, and names them with their first error', async () => {
  const file = await vitestReport(
    vitestFile('tests/cart.test.ts', [
      vitestTest('cart waits', 'passed', 'Error: slow'),
      vitestTest('cart adds', 'passed'),
      vitestTest('cart removes', 'failed', 'Error: first', 'Error: second'),
    ]),
  );

  expect(vitestOutcome(file)).toEqual({
    passed: 2,
    failed: ['tests/cart.test.ts › cart removes\n    Error: first'],
    retried: ['tests/cart.test.ts › cart waits\n    Error: slow'],
    skipped: [],
  });
});

test('names a file of Vitest’s that failed to load, or outside of its tests, beside those that failed', async () => {
  const missing = "Cannot find module 'hono' imported from /shop/node_modules/kit/kit.js";
  const file = await vitestReport(
    vitestFile('tests/cart.test.ts', [], missing),
    vitestFile('tests/order.test.ts', [vitestTest('pays', 'passed')], 'afterAll broke'),
    vitestFile('tests/lists.test.ts', [vitestTest('adds', 'failed', 'Error')], 'afterAll broke'),
  );

  expect(vitestOutcome(file)).toEqual({
    passed: 1,
    failed: [
      `tests/cart.test.ts\n    ${missing}`,
      'tests/order.test.ts\n    afterAll broke',
      'tests/lists.test.ts › adds\n    Error',
      'tests/lists.test.ts\n    afterAll broke',
    ],
    retried: [],
    skipped: [],
  });
});

const journey = (title: string, status: string, ...errors: readonly (string | null)[]) => ({
  title,
  file: 'cart.spec.ts',
  line: 7,
  tests: [
    {
      status,
      projectName: title === 'waits' ? 'Firefox' : '',
      annotations: status === 'skipped' ? [{ type: 'skip', description: 'WebKit: no mirror' }] : [],
      results: errors.map((message, attempt) => ({
        duration: 61_240 / (attempt + 1),
        ...(message !== null && { error: { message } }),
      })),
    },
  ],
});

test('of journeys, counts those that pass at the second try, names them with the seconds of both and their first error, and shows the last error of the failed and why others are skipped', async () => {
  const file = await reportOf({
    suites: [
      {
        specs: [journey('pays', 'expected', null), journey('waits', 'flaky', 'Error: slow', null)],
        suites: [
          {
            specs: [
              journey('fails', 'unexpected', 'Error: first', 'Error: second'),
              journey('passes against expectation', 'unexpected', null, null),
              journey('skips', 'skipped', null),
              journey('skips too', 'skipped', null),
            ],
          },
        ],
      },
    ],
    errors: [],
    stats: { expected: 1, flaky: 1 },
  });

  expect(playwrightOutcome(file)).toEqual({
    passed: 2,
    failed: [
      'cart.spec.ts:7 › fails (61.2 s, 30.6 s)\n    Error: second',
      'cart.spec.ts:7 › passes against expectation (61.2 s, 30.6 s)',
    ],
    retried: ['cart.spec.ts:7:Firefox › waits (61.2 s, 30.6 s)\n    Error: slow'],
    skipped: ['WebKit: no mirror'],
  });
});

test('names what failed outside of journeys, such as a file that doesn’t load', async () => {
  const file = await reportOf({
    suites: [],
    errors: [{ message: "Error: Cannot find module './missing.ts'" }],
    stats: { expected: 0, flaky: 0 },
  });

  expect(playwrightOutcome(file).failed).toEqual([
    "outside of a journey\n    Error: Cannot find module './missing.ts'",
  ]);
});

test('shows no more than 15 lines of an error', async () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const file = await vitestReport(
    vitestFile('tests/cart.test.ts', [vitestTest('adds', 'failed', lines)]),
  );

  const [failed = ''] = vitestOutcome(file).failed;

  expect(failed.split('\n')).toHaveLength(1 + 15);
});

test.each([
  ['is missing', null],
  ['is empty', ''],
  ['was cut off', '{"numPassedTests": 4, "testResults": [{'],
  ['is of another kind', '{}'],
])('a suite has failed if its report %s, even one that ended well', async (_, content) => {
  const file = content === null ? join(await emptyFolder(), 'none') : await reportOf(content);

  for (const read of [() => vitestOutcome(file), () => playwrightOutcome(file)]) {
    expect(outcomeOf('tests', true, read)).toEqual({
      passed: 0,
      failed: ['tests: wrote no report that can be read'],
      retried: [],
      skipped: [],
    });
  }
});

test('a suite that ends badly has failed, although its report names no failure', () => {
  const found = { passed: 9, failed: [], retried: [], skipped: [] };

  expect(outcomeOf('tests', true, () => found)).toEqual(found);
  expect(outcomeOf('tests', false, () => found)).toEqual({
    passed: 9,
    failed: ['tests: failed outside of a test; see what it printed'],
    retried: [],
    skipped: [],
  });
});

test('a check without a report counts as one', () => {
  const none = { passed: 0, failed: [], retried: [], skipped: [] };
  expect(outcomeOf('types', true)).toEqual({ ...none, passed: 1 });
  expect(outcomeOf('types', false)).toEqual({ ...none, failed: ['types'] });
});
