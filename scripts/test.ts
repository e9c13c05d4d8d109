import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lastShared } from './changed-files.ts';
import { bin, type Check, reportOutcomes, runCheck, runTogether, typesOf } from './run-checks.ts';
import type { Outcome } from './test-reports.ts';
import { playwrightOutcome, vitestOutcome } from './test-reports.ts';

/**
 * Runs the checks of the project and prints last what failed and how many passed (decision 080). Its arguments are how
 * much to run (`amounts`), which parts (`parts`) and, beginning with a dash, options for Vitest and Playwright. Short
 * checks run two at a time and print when they have ended; tests and journeys each take every core.
 */

const parts = ['checks', 'tests', 'journeys', 'engines'] as const;
type Part = (typeof parts)[number];

/** What is run of tests and journeys: options for Vitest and Playwright, and what tests read in `TESTS`. */
interface Amount {
  readonly parts: readonly Part[];
  readonly vitest: readonly string[];
  readonly playwright: readonly string[];
  readonly tests: 'core' | 'all' | 'postgres';
}

const core: Amount = {
  parts: ['checks', 'tests', 'journeys'],
  vitest: [],
  playwright: ['--grep', '@core\\b'],
  tests: 'core',
};

/** The first word of a command; without one, `npm test` runs the core. */
const amounts: Readonly<Record<string, () => Amount>> = {
  all: () => ({ parts, vitest: [], playwright: [], tests: 'all' }),
  changed: () => {
    const since = lastShared();
    return {
      parts: ['tests', 'journeys'],
      vitest: ['--changed', since, '--passWithNoTests'],
      playwright: [`--only-changed=${since}`, '--pass-with-no-tests'],
      tests: 'all',
    };
  },
  postgres: () => ({
    ...core,
    parts: ['tests'],
    vitest: ['--project', 'on PostgreSQL'],
    tests: 'postgres',
  }),
};

/** The longest first. */
const quickChecks: readonly Check[] = [
  ...['tests', '.', 'studio', 'src', 'sw'].map(typesOf),
  { title: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  { title: 'dead code', command: [bin('knip'), '--no-progress'] },
  { title: 'inventory', command: [process.execPath, 'scripts/inventory.ts'] },
  { title: 'arrows', command: [process.execPath, 'scripts/arrows.ts'] },
];

const results = '.cache/test-results';

function vitest({ vitest, tests }: Amount, options: readonly string[]): Check {
  const report = join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Vitest takes it once only.
  const retry = options.some((option) => option.startsWith('--retry')) ? [] : ['--retry=1'];
  return {
    title: 'unit, offline, component and API tests',
    // One that passes only at its second try is listed (decision 088).
    command: [bin('vitest'), 'run', ...retry, ...reporters, ...vitest, ...options],
    env: { TESTS: tests },
    outcome: () => vitestOutcome(report),
  };
}

function playwright(
  part: 'journeys' | 'engines',
  { playwright, tests }: Amount,
  options: readonly string[],
): Check {
  const isChromium = part === 'journeys';
  const config = isChromium ? 'tests/playwright.config.ts' : 'tests/engines/playwright.config.ts';
  const chosen = isChromium ? playwright : [];
  return {
    title: isChromium ? 'journeys in Chromium' : 'journeys in three engines',
    command: [bin('playwright'), 'test', '-c', config, ...chosen, ...options],
    // By default its workers strip types again, because a run has a folder of its own for temporary files.
    env: { PLAYWRIGHT_TRANSFORM_CACHE_DIR: resolve('.cache/stripped'), TESTS: tests },
    outcome: () => playwrightOutcome(join(results, `${part}.json`)),
  };
}

const options = process.argv.slice(2).filter((word) => word.startsWith('-'));
const [first = '', ...others] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const amount = amounts[first]?.() ?? core;
const named = first in amounts || first === '' ? others : [first, ...others];
const unknown = named.find((name) => !parts.some((part) => part === name));
if (unknown) throw new Error(`There is no ${unknown}: say ${parts.join(', ')} or nothing.`);
const isWanted = (part: Part) =>
  named.length === 0 ? amount.parts.includes(part) : named.includes(part);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const outcomes: Outcome[] = [];
if (isWanted('checks')) outcomes.push(...(await runTogether(quickChecks)));
if (isWanted('tests')) outcomes.push(await runCheck(vitest(amount, options), 'inherit'));
for (const part of ['journeys', 'engines'] as const) {
  if (isWanted(part)) {
    outcomes.push(await runCheck(playwright(part, amount, options), 'inherit'));
  }
}
reportOutcomes(outcomes);
