import type { ToPage } from '#offline/catalogue/worker-messages.ts';

/** Answers the worker, which knows a window only by the address that it was opened at. */
export function sayAddress(): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<ToPage>) => {
    if (data.kind === 'address') ports[0]?.postMessage(location.href);
  });
}
