import { defineConfig } from '@playwright/test';
import { type Engine, engines } from './engines.ts';

/** How often each journey runs; `npm run trials -- --browser-kills` sets more. */
const rounds = Number(process.env.ENGINE_ROUNDS ?? 1);

/** Journeys in every engine (decision 094), with the retry that other journeys have. */
export default defineConfig<{ readonly engine: Engine }>({
  testDir: '.',
  tag: '@engines',
  outputDir: '../../.cache/playwright-engines',
  globalSetup: './prepare-engines.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  repeatEach: rounds,
  forbidOnly: true,
  // What fails everywhere must not take an hour to say so.
  maxFailures: 3,
  timeout: 240_000,
  expect: { timeout: 90_000 },
  reporter: [['list'], ['json', { outputFile: '../../.cache/test-results/engines.json' }]],
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
