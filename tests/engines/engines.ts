import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox, webkit } from '@playwright/test';
import { findEngine } from '../../scripts/engines.mjs';
import type { EngineBrowser } from './engine-browser.ts';
import { openFirefox } from './firefox.ts';
import { openChromium, openOwnBuild } from './playwright-browser.ts';
import { openWebKit } from './webkit.ts';

export const engines = ['Chromium', 'Firefox', 'WebKit'] as const;
export type Engine = (typeof engines)[number];

/** @param folder of its profile */
export function openEngine(engine: Engine, folder: string): Promise<EngineBrowser> {
  if (engine === 'Chromium') return openChromium(folder);
  if (engine === 'Firefox') {
    return findEngine('firefox') ? openFirefox(folder) : openOwnBuild(firefox, folder);
  }
  return findEngine('webkit') ? openWebKit(folder) : openOwnBuild(webkit, folder);
}

/** Opens and ends it once. Returns its name with the version. */
export async function tryEngine(engine: Engine): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-engine-'));
  try {
    const browser = await openEngine(engine, folder);
    await browser.firstTab.evaluate(() => navigator.userAgent);
    await browser.kill();
    return browser.version;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
