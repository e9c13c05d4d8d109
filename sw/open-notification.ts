import type { ToPage } from '#offline/catalogue/worker-messages.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { unlessLate } from '#offline/sending/unless-late.ts';

declare const self: ServiceWorkerGlobalScope;

/** Browsers let a worker open a window only for a short time after the tap. */
const answerMs = 500;

/**
 * Opens the screen of a notification: in the window that already shows it, or else in a new one. Never
 * navigates another window, which may hold a half-filled form.
 */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const wanted = new URL(String(notification.data), self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window' });
  const isShown = await Promise.all(windows.map((window) => shows(window, wanted)));
  const shown = windows[isShown.indexOf(true)];
  if (shown) await shown.focus();
  else await self.clients.openWindow(wanted);
}

/** Whether a window shows `wanted`. A suspended window doesn't answer and counts as no. */
async function shows(window: WindowClient, wanted: URL): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const question: ToPage = { kind: 'address' };
  window.postMessage(question, [port2]);
  const address = await unlessLate(systemClock, answerMs, answer);
  if (address === null) return false;
  const { pathname, search } = new URL(address);
  return pathname === wanted.pathname && search === wanted.search;
}
