import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    /** Each layout shift of something visible since the document began: how much, and of what. */
    shifts?: { readonly value: number; readonly of: string[] }[];
  }
}

/** Makes every document of the page record its layout shifts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: NonNullable<typeof window.shifts> = [];
    window.shifts = shifts;
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.nodeName} ${node.getAttribute('class') ?? ''}` : '#text';
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        shifts.push({ value, of: sources.map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has shifted in the document so far. Shifts below a thousandth of the screen are invisible. */
export async function shiftsOf(page: Page): Promise<readonly string[]> {
  const shifts = await page.evaluate(() => window.shifts ?? []);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum < 0.001 ? [] : shifts.map(({ value, of }) => `${value.toFixed(4)} ${of.join(', ')}`);
}
