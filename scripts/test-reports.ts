import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a check found. The failed and the retried are a line with file, title and, for journeys, seconds of each try, then the start of an error. */
export interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
  /** What passed at its second try only. */
  readonly retried: readonly string[];
  /** What wasn’t run, with the reason. */
  readonly skipped: readonly string[];
}

interface VitestFile {
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightTest {
  /** The engine, if there are several. */
  readonly projectName: string;
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  readonly results: readonly { readonly duration: number; readonly error?: PlaywrightError }[];
}

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly PlaywrightTest[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const shownLines = 15;
const isInLibrary = /^\s*at .*node_modules/;
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/**
 * What a check found that ended well or not. `read` reads its report; without one, the check counts as one. A check
 * whose report can't be read has failed, and so has one that ended badly although its report names no failure.
 */
export function outcomeOf(title: string, isGood: boolean, read?: () => Outcome): Outcome {
  const alone = { passed: isGood ? 1 : 0, failed: isGood ? [] : [title], retried: [], skipped: [] };
  try {
    const found = read?.() ?? alone;
    if (isGood || found.failed.length > 0) return found;
    return { ...found, failed: [`${title}: failed outside of a test; see what it printed`] };
  } catch {
    const failed = [`${title}: wrote no report that can be read`];
    return { passed: 0, failed, retried: [], skipped: [] };
  }
}

/** Reads the file written by Vitest's reporter `json`. */
export function vitestOutcome(file: string): Outcome {
  const { numPassedTests, testResults } = readJson(file) as {
    numPassedTests: number;
    testResults: readonly VitestFile[];
  };
  return {
    passed: numPassedTests,
    failed: testResults.flatMap(failuresOf),
    retried: testResults.flatMap(retriedOf),
    skipped: [],
  };
}

/** A test that passed has an error only of a try before. */
function retriedOf({ name, assertionResults }: VitestFile): string[] {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map((test) => described(`${relative('.', name)} › ${test.fullName}`, test.failureMessages[0]));
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const path = relative('.', name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => described(`${path} › ${test.fullName}`, test.failureMessages[0]));
  const isFailedOutside = status === 'failed' && (message !== '' || tests.length === 0);
  // The file couldn't be loaded, or what it does before or after its tests failed.
  return isFailedOutside ? [...tests, described(path, message)] : tests;
}

/** Reads the file written by Playwright's reporter `json`. */
export function playwrightOutcome(file: string): Outcome {
  const { suites, errors, stats } = readJson(file) as {
    suites: readonly PlaywrightSuite[];
    /** Outside of tests, such as in a file that couldn't be loaded. */
    errors: readonly PlaywrightError[];
    stats: { expected: number; flaky: number };
  };
  const specs = suites.flatMap(specsOf);
  const withStatus = (wanted: string) =>
    specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results, projectName }) => ({
          name: `${[file, line, projectName].filter(Boolean).join(':')} › ${title} (${results.map(inSeconds).join(', ')})`,
          results,
        })),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: [
      ...withStatus('unexpected').map(({ name, results }) =>
        described(name, results.at(-1)?.error?.message),
      ),
      ...errors.map(({ message }) => described('outside of a journey', message)),
    ],
    retried: withStatus('flaky').map(({ name, results }) =>
      described(name, results[0]?.error?.message),
    ),
    skipped: [...new Set(specs.flatMap(({ tests }) => tests.flatMap(reasonsToSkip)))],
  };
}

function inSeconds({ duration }: { readonly duration: number }): string {
  return `${(duration / 1000).toFixed(1)} s`;
}

function reasonsToSkip({ annotations }: PlaywrightTest): string[] {
  return annotations
    .filter(({ type }) => type === 'skip')
    .map(({ description = 'no reason is given' }) => description);
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function described(name: string, error = ''): string {
  if (error === '') return name;
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => !isInLibrary.test(line))
    .slice(0, shownLines);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
