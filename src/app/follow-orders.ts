import type { ToWorker } from '#offline/catalogue/worker-messages.ts';
import { device } from '#offline/open-device.ts';
import { isSavingData } from '#offline/sending/is-saving-data.ts';

/** Has the worker save the small pictures of new orders as they arrive, not only at page load. Returns a function that stops it. */
export function followOrders(): () => void {
  return device().watchBought(() => {
    const message: ToWorker = { kind: 'pictures' };
    if (!isSavingData()) navigator.serviceWorker?.controller?.postMessage(message);
  });
}
