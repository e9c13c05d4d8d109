import { notifications } from './shown-toasts.ts';

/** What the page's toasts said, however briefly they were shown. */
interface HeardToasts {
  /** The text of each toast, oldest first; a toast that replaces another counts separately. */
  readonly texts: readonly string[];
  /** The most toasts on the screen at once. */
  readonly most: number;
}

/** Starts recording; what it returns is filled from then on. */
export function listenToToasts(): HeardToasts {
  const place = notifications.element();
  const heard = { texts: [] as string[], most: 0 };
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    heard.texts.push(...added.map((node) => node.textContent ?? ''));
    heard.most = Math.max(heard.most, place.querySelectorAll('li').length);
  }).observe(place, { childList: true, subtree: true });
  return heard;
}
