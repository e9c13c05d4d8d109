import type { Page, Worker } from '@playwright/test';
import { outboxSyncTag } from '#offline/catalogue/worker-messages.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { maxWithin } from '../support/most-within.ts';
import { type OutageDevice, openOutageDevices } from '../support/outage-devices.ts';

/** How many kinds of outage are tried; `npm run trials -- --wakes 6` tries all. */
const kinds = Number(process.env.OUTAGE_KINDS ?? 3);
/** How often each wake comes, one after another. */
const wakes = 10;
/** The most requests a device may send. */
const maxRequests = 6;
const withinMs = 20_000;

const test = base.extend<{ readonly devices: readonly OutageDevice[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  devices: async ({}, use) => {
    const { devices, close } = await openOutageDevices(kinds);
    await use(devices);
    await close();
  },
});

test('a shop in trouble is not overloaded, whatever wakes the device, until the buyer presses', async ({
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
  expect.soft(maxWithin(device.requests(), withinMs), name).toBeLessThanOrEqual(maxRequests);
  expect(device.hasArrived(), name).toBe(false);

  await page.getByRole('button', { name: /1 change waiting/ }).click();
  const tryNow = page.getByRole('button', { name: 'Try now' });
  await tryNow.waitFor();
  device.end();
  await expect(async () => {
    // If a backoff ends at this moment, the change is sent without the press.
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

/** The network is back, according to the browser, and the page is visible again. */
function wakePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Like the browser's Background Sync; waits until the worker is done. */
function wakeWorker(worker: Worker): Promise<void> {
  return worker.evaluate(async (tag) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    dispatchEvent(Object.assign(new Event('sync'), { tag, waitUntil }));
    // Rejects if something is still pending, so that the browser wakes it again.
    await work.catch(() => {});
  }, outboxSyncTag);
}
