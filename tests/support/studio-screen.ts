import type { Page } from '@playwright/test';
import { strayedCells } from './faults-in.ts';
import { faults } from './scan.ts';
import { expect } from './studio-page.ts';

/**
 * Checks what every screen of the studio must be at each width in px: accessible, and no wider than the window. Its
 * colours are the same at each; the widest window shows the most of them.
 */
export async function expectSoundScreen(
  page: Page,
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  // Its code and first answers come late; until then there is nothing to check.
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
  const cells = page.locator('td[data-label]');
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(sideways, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    const hasContrast = width === Math.max(...widths);
    expect(await faults(page, { hasContrast }), `at ${width} px`).toEqual([]);
    expect(await cells.evaluateAll(strayedCells), `beside no heading at ${width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
