import type { ToPage } from '#offline/catalogue/worker-messages.ts';
import { withTimeout } from '#offline/stores/with-timeout.ts';

declare const self: ServiceWorkerGlobalScope;

/** A browser lets a worker open a window only shortly after the tap. */
const answerMs = 500;

/**
 * Shows what a notification is about: the window that shows it already, else a new one. A window that
 * shows something else may hold a half-filled form, so none is taken somewhere else.
 */
export async function openNews(notification: Notification): Promise<void> {
  notification.close();
  const wanted = new URL(String(notification.data), self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window' });
  const isShown = await Promise.all(windows.map((window) => shows(window, wanted)));
  const shown = windows[isShown.indexOf(true)];
  if (shown) await shown.focus();
  else await self.clients.openWindow(wanted);
}

/** A window that is asleep says nothing, and counts as one that shows something else. */
async function shows(window: WindowClient, wanted: URL): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const question: ToPage = { kind: 'address' };
  window.postMessage(question, [port2]);
  const address = await withTimeout(answerMs, answer);
  if (address === null) return false;
  const { pathname, search } = new URL(address);
  return pathname === wanted.pathname && search === wanted.search;
}
