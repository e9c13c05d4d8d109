import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { faultsIn, strayedCells } from './faults-in.ts';

/** All violations of axe's rules on the screen and in the previews on it, each with its place. */
export async function faults({ hasContrast = true } = {}): Promise<string[]> {
  window.axe = axe;
  const found = await faultsIn({ hasContrast });
  for (const { contentWindow } of document.querySelectorAll('iframe')) {
    if (!contentWindow) continue;
    if (!contentWindow.axe) {
      const script = contentWindow.document.createElement('script');
      script.textContent = axe.source;
      contentWindow.document.head.append(script);
    }
    found.push(
      ...(await faultsIn({ view: contentWindow, hasContrast })).map(
        (fault) => `in a frame: ${fault}`,
      ),
    );
  }
  return found;
}

/**
 * Checks what every screen of the studio must be at each width in px: accessible, and no wider than the window. Its
 * colours are the same at each; the widest window shows the most of them.
 */
export async function expectSoundScreen(
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText('Loading…')).toHaveLength(0);
  const { innerWidth: before, innerHeight } = window;
  for (const width of widths) {
    await page.viewport(width, 900);
    const sideways = () => document.documentElement.scrollWidth - innerWidth;
    await expect
      .poll(sideways, { message: `scrolls sideways at ${width} px` })
      .toBeLessThanOrEqual(0);
    const hasContrast = width === Math.max(...widths);
    expect(await faults({ hasContrast }), `at ${width} px`).toEqual([]);
    const cells = [...document.querySelectorAll('td[data-label]')];
    expect(strayedCells(cells), `beside no heading at ${width} px`).toEqual([]);
  }
  await page.viewport(before, innerHeight);
}
