import type { ToPage } from '#offline/catalogue/worker-messages.ts';

/** Tells the worker the current URL; the worker itself only knows the one the window was opened with. */
export function reportUrl(): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<ToPage>) => {
    if (data.kind === 'address') ports[0]?.postMessage(location.href);
  });
}
