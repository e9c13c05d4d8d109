import { expect, type Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';

/**
 * Shows another screen in the open document, as Forward would, once its heading has the focus and nothing of it
 * is still loading. Closes what covers the screen. Loads a document where none is open, where only the query
 * is different, and for the checkout, which has a document of its own.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  const overlay = page.getByRole('dialog').or(page.getByRole('menu'));
  if ((await overlay.count()) > 0) {
    await page.keyboard.press('Escape');
    await expect(overlay).toHaveCount(0);
  }
  const shown = new URL(page.url());
  if (shown.pathname + shown.search === path) return;
  const heading = page.getByRole('heading', { level: 1 });
  const isBorder = [shown.pathname, path].includes(paths.checkout.path);
  if (shown.protocol === 'about:' || shown.pathname === path.split('?')[0] || isBorder) {
    await page.goto(path);
    await expect(heading).toBeVisible();
  } else {
    await goForward(page, path);
    await expect(heading).toBeFocused();
  }
  // A phone has the sidebar's, but never shows it.
  const papers = page.locator('main [class*="_skeleton_"]').filter({ visible: true });
  await expect(papers).toHaveCount(0);
}

/** Shows another screen in the open document, as Forward would, without waiting for it. */
export function goForward(page: Page, url: string): Promise<void> {
  return page.evaluate((url) => {
    // The heading of the screen that is left may have the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', url);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, url);
}
