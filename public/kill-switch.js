// Served as /sw.js with SERVICE_WORKER=off: takes the place of a worker that went wrong, empties its
// caches and goes. IndexedDB stays as it is: drafts and unsent changes are the buyer's. No page is
// reloaded; each next load comes from the server.
addEventListener('install', (event) => {
  // The old worker stays until it has finished what it is doing, so it is told to stop.
  self.registration.active?.postMessage({ kind: 'makeWay' });
  event.waitUntil(self.skipWaiting());
});
addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
