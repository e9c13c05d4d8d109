// Finds the Chromium for tests and audits. Plain JavaScript, because it also runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findInPath, installFromDebian, isDebianRoot, isRunnable } from './debian.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const debianPackages = ['chromium', 'chromium-headless-shell'];

/** Flags that headless Chromium needs on a machine without a display, a GPU or internet access. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Flags for the full browser: without the two pages that its address bar preloads for suggestions,
 * which took half of the processor time of each start.
 */
export const fullBrowserFlags = [
  ...chromiumFlags,
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

/**
 * The path of the headless shell: the same engine without a browser's windows and services, which take a
 * third of each journey's time. Falls back to the full browser, or null if there is neither.
 */
export async function findHeadlessShell() {
  const shell = process.env.CHROME_PATH ? null : findInPath(['chromium-headless-shell']);
  return shell ?? (await findChromium());
}

/** The path of a Chromium, or null: from CHROME_PATH, PATH, or Playwright. */
export async function findChromium() {
  const { CHROME_PATH } = process.env;
  const found = CHROME_PATH && isRunnable(CHROME_PATH) ? CHROME_PATH : findInPath(names);
  if (found) return found;
  try {
    const { chromium } = await import('@playwright/test');
    const own = chromium.executablePath();
    return existsSync(own) ? own : null;
  } catch {
    return null;
  }
}

/** Installs a Chromium if none is found: Debian's package if root, otherwise Playwright's download. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  if (isDebianRoot()) {
    console.log('Installing Chromium from Debian …');
    installFromDebian(debianPackages);
  } else {
    console.log('Installing Chromium with Playwright …');
    const cli = join('node_modules', '@playwright', 'test', 'cli.js');
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = await findChromium();
  if (!installed) throw new Error('No Chromium was found. Set CHROME_PATH to one.');
  return installed;
}
