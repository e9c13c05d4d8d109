import type { StudioPushMessage } from '#contract/studio/notifications.ts';
import { renewDevice } from './renew-device.ts';

declare const self: ServiceWorkerGlobalScope;

/** Browsers let a worker open a window only for a short time after the tap. */
const answerMs = 500;

/*
 * The studio's worker: shows pushes, opens their screens and renews their subscription, and nothing else. It is built
 * into a file of its own, and imports nothing but types from other rooms: none of the shop's worker is in it.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const message = event.data?.json() as StudioPushMessage | undefined;
  if (message) event.waitUntil(show(message));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewDevice(event)));

/** A page that opens asks to look at the subscription. */
self.addEventListener('message', (event) => {
  if (event.data === 'look') event.waitUntil(renewDevice());
});

self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));

async function show({ title, icon, path, tag, waiting }: StudioPushMessage): Promise<void> {
  await self.registration.showNotification(title, { icon, tag, data: path });
  // Safari and Chromium have it; without the installed app it does nothing.
  await self.navigator.setAppBadge?.(waiting);
}

/**
 * Opens the screen of a notification: in the window that shows it, or else in a new one. Never navigates
 * another window, which may hold a half-filled form.
 */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const wanted = new URL(String(notification.data), self.location.origin).href;
  const windows = await self.clients.matchAll({ type: 'window' });
  const addresses = await Promise.all(windows.map(addressOf));
  const shown = windows[addresses.indexOf(wanted)];
  if (shown) await shown.focus();
  else await self.clients.openWindow(wanted);
}

/** The address that a window shows now; null if it is suspended and doesn't answer. */
function addressOf(window: WindowClient): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(() => resolve(null), answerMs);
    window.postMessage('address', [port2]);
  });
}
