import { noteReach } from '#api/reach.ts';
import { shopCache } from '#api/shop-cache.ts';
import type { ToPage } from '#offline/catalogue/worker-messages.ts';
import { afterPaint } from '#ui/after-paint.ts';

/** Starts the service worker once the page has nothing more pressing to do, and hears it at once. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A page that starts from saved answers hears of fresher ones before the worker's own code is here.
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === 'fresh') shopCache.confirm(data.asked.name, data.asked, data.answer);
    if (data.kind === 'changed') shopCache.renewCatalogue();
    if (data.kind === 'reach') noteReach(data.isReached);
  });
  afterPaint(() => {
    // Where it can't be had the shop works as on a first visit.
    import('./worker-link.ts').then(({ linkWorker }) => linkWorker()).catch(() => {});
  });
}
