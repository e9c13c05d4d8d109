import type { ToWorker } from '#offline/catalogue/worker-messages.ts';
import { device } from '#offline/open-device.ts';
import { savesData } from './saves-data.ts';

/** Has the worker save the small pictures of orders as they come, not only those of a page's start. Returns the stop. */
export function followOrders(): () => void {
  return device().watchBought(() => {
    const message: ToWorker = { kind: 'pictures' };
    if (!savesData()) navigator.serviceWorker?.controller?.postMessage(message);
  });
}
