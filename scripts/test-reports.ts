import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a check found. The failed and the retried are a line with file and title; the failed with the start of their error. */
export interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
  /** What passed at its second try only. */
  readonly retried: readonly string[];
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

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const shownLines = 15;
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Reads the file written by Vitest's reporter `json`. */
export function vitestOutcome(file: string): Outcome {
  const { numPassedTests, testResults } = readJson(file) as {
    numPassedTests: number;
    testResults: readonly VitestFile[];
  };
  return { passed: numPassedTests, failed: testResults.flatMap(failuresOf), retried: [] };
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const path = relative('.', name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => described(`${path} › ${test.fullName}`, test.failureMessages[0]));
  // The file couldn't be loaded, or what it does before or after its tests failed.
  return status === 'failed' && tests.length === 0 ? [described(path, message)] : tests;
}

/** Reads the file written by Playwright's reporter `json`. */
export function playwrightOutcome(file: string): Outcome {
  const { suites, stats } = readJson(file) as {
    suites: readonly PlaywrightSuite[];
    stats: { expected: number; flaky: number };
  };
  const specs = suites.flatMap(specsOf);
  const withStatus = (wanted: string) =>
    specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({ name: `${file}:${line} › ${title}`, results })),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: withStatus('unexpected').map(({ name, results }) =>
      described(name, results.at(-1)?.error?.message),
    ),
    retried: withStatus('flaky').map(({ name }) => name),
  };
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function described(name: string, error = ''): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, shownLines);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}
