import { reportReach } from '#api/reach.ts';
import { shopCache } from '#api/shop-cache.ts';
import type { ToPage } from '#offline/catalogue/worker-messages.ts';
import { afterPaint } from '#ui/after-paint.ts';

/** Starts the service worker when the page is idle, but listens to its messages at once. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A page that started from saved answers receives fresher ones before the code that links the worker has loaded.
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === 'fresh') shopCache.confirm(data.asked.name, data.asked, data.answer);
    if (data.kind === 'changed') shopCache.renewCatalogue();
    if (data.kind === 'reach') reportReach(data.isReached);
  });
  afterPaint(() => {
    // If it can't be loaded, the shop works as on a first visit.
    import('./worker-link.ts').then(({ linkWorker }) => linkWorker()).catch(() => {});
  });
}
