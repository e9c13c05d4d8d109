import type { Page, Worker } from '@playwright/test';
import { outboxSyncTag } from '#offline/catalogue/worker-messages.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { mostWithin } from '../support/most-within.ts';
import { type OutageDevice, openOutageDevices } from '../support/outage-devices.ts';

/** What wakes a device comes so often, one after another. */
const wakes = 10;
/** A device may ask so often in so long. */
const mostRequests = 6;
const withinMs = 20_000;

const test = base.extend<{ readonly devices: readonly OutageDevice[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  devices: async ({}, use) => {
    const { devices, close } = await openOutageDevices();
    await use(devices);
    await close();
  },
});

test('a shop in trouble is left in peace whatever wakes the device, until the buyer presses', async ({
  devices,
}) => {
  test.slow();
  await Promise.all(devices.map(sufferOutage));
});

async function sufferOutage(device: OutageDevice): Promise<void> {
  const { name, page } = device;
  await device.begin();
  const worker = workerOf(page);
  for (let wake = 0; wake < wakes; wake += 1) {
    await wakePage(page);
    await wakeWorker(worker);
  }
  expect.soft(mostWithin(device.requests(), withinMs), name).toBeLessThanOrEqual(mostRequests);
  expect(device.hasArrived(), name).toBe(false);

  await page.getByRole('button', { name: /1 change waiting/ }).click();
  const tryNow = page.getByRole('button', { name: 'Try now' });
  await tryNow.waitFor();
  device.end();
  await expect(async () => {
    // A wait that ends at this moment sends it without the press.
    if (!device.hasArrived()) await tryNow.click({ timeout: 2000 });
    expect(device.hasArrived(), name).toBe(true);
  }).toPass();
}

function workerOf(page: Page): Worker {
  const { origin } = new URL(page.url());
  const worker = page
    .context()
    .serviceWorkers()
    .find((candidate) => candidate.url().startsWith(origin));
  if (!worker) throw new Error('The page has no worker');
  return worker;
}

/** The network is back, as far as the browser can tell, and the page in view again. */
function wakePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** As the browser does for Background Sync, and waits until the worker is done. */
function wakeWorker(worker: Worker): Promise<void> {
  return worker.evaluate(async (tag) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    dispatchEvent(Object.assign(new Event('sync'), { tag, waitUntil }));
    // What still waits rejects, for the browser to wake it again.
    await work.catch(() => {});
  }, outboxSyncTag);
}
