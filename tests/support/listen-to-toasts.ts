import type { Page } from '@playwright/test';

/** What the page's toasts said, however briefly they were shown. */
export interface HeardToasts {
  /** The text of each toast, oldest first; a toast that replaces another counts separately. */
  readonly texts: readonly string[];
  /** The most toasts on the screen at once. */
  readonly most: number;
}

/** Starts recording; returns a function that returns what the page's toasts have said since. */
export async function listenToToasts(page: Page): Promise<() => Promise<HeardToasts>> {
  const region = page.getByRole('region', { name: 'Notifications' });
  const heard = await region.evaluateHandle((place) => {
    const toasts = { texts: [] as string[], most: 0 };
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      toasts.texts.push(...added.map((node) => node.textContent ?? ''));
      toasts.most = Math.max(toasts.most, place.querySelectorAll('li').length);
    }).observe(place, { childList: true, subtree: true });
    return toasts;
  });
  return () => heard.jsonValue();
}
