import { defineConfig } from '@playwright/test';
import { chromiumFlags, findHeadlessShell } from '../scripts/chromium.mjs';

const executablePath = await findHeadlessShell();

export default defineConfig({
  testDir: './e2e',
  outputDir: '../.cache/playwright',
  globalSetup: './support/draw-studio.ts',
  fullyParallel: true,
  // Half of a journey waits for pages, timers and disks.
  workers: '150%',
  // A race is a defect: what passed only at the second try is listed as flaky, to be mended, and
  // holds up nobody's work meanwhile.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: [...chromiumFlags], ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // A trace of every journey takes as long as the journey: asked for when one is looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
