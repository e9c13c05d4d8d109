import { defineConfig } from '@playwright/test';
import { chromiumFlags, findHeadlessShell } from '../scripts/chromium.mjs';

const executablePath = await findHeadlessShell();

export default defineConfig({
  testDir: './e2e',
  outputDir: '../.cache/playwright',
  globalSetup: './support/prepare-journeys.ts',
  fullyParallel: true,
  // Journeys spend half of their time waiting for pages, timers and disks.
  workers: '150%',
  // One that passes only at its second try is listed with the seconds of both (decision 081).
  retries: 1,
  forbidOnly: true,
  // The longest begin first, or the last of them would run alone.
  projects: [
    { name: 'long', grep: /@long\b/ },
    { name: 'others', grepInvert: /@long\b/ },
  ],
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    // Pictures that move without end are drawn without end: a journey about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: [...chromiumFlags], ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // Tracing doubles a journey's time, so it is turned on only to investigate one.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
