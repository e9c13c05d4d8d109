// Served as /sw.js with SERVICE_WORKER=off: takes the place of a worker that went wrong, empties its
// caches and goes. IndexedDB stays as it is: drafts and unsent changes are the buyer's. No page is
// reloaded; each next load comes from the server.

/**
 * When to ask again to end the old worker, in ms. Chromium ends it once, as soon as it is idle; an event that comes
 * just then starts it again, and then it has to be idle for 30 s.
 */
const againMs = 1_500;
/** When to go without taking its place, in ms. */
const giveUpMs = 4_000;

addEventListener('install', (event) => {
  // The old worker stays until it has finished what it is doing, so it is told to stop.
  self.registration.active?.postMessage({ kind: 'makeWay' });
  event.waitUntil(self.skipWaiting());
  setTimeout(() => self.skipWaiting(), againMs);
  setTimeout(() => self.registration.waiting && leave(), giveUpMs);
});
addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
