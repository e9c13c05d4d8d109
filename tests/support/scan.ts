import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';
import { faultsIn } from './faults-in.ts';

/** All violations of axe's rules on the screen and in the previews on it, each with its place. */
export async function faults(page: Page, { hasContrast = true } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    const within = frame === page.mainFrame() ? '' : 'in a frame: ';
    found.push(...(await faultsOf(frame, hasContrast)).map((fault) => within + fault));
  }
  return found;
}

/** A document gets axe's half megabyte of code only once, and returns only violations. */
async function faultsOf(frame: Frame, hasContrast: boolean): Promise<string[]> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axe.source);
  return frame.evaluate(faultsIn, { hasContrast });
}
