import { defineConfig } from '@playwright/test';
import { type Engine, engines } from './engines.ts';

/** Journeys in every engine (decision 094), with the retry that other journeys have. */
export default defineConfig<{ readonly engine: Engine }>({
  testDir: '.',
  tag: '@engines',
  outputDir: '../../.cache/playwright-engines',
  globalSetup: './prepare-engines.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  forbidOnly: true,
  // What fails everywhere must not take an hour to say so.
  maxFailures: 3,
  timeout: 240_000,
  expect: { timeout: 90_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/test-results/engines.json' }]],
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
