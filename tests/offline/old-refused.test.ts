import { expect, test } from 'vitest';
import type { AccountRows } from '#offline/rows.ts';
import { createModelServer, gone, productOf } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

const account = 'a'.repeat(24);
const weekMs = 7 * 86_400_000;

/** A browser whose account has an add and a custom request that could not be done just now. */
async function setUp() {
  const browser = createTestBrowser(createModelServer());
  browser.signIn(account);
  const device = browser.open();
  const requests = await device.customRequests();
  const fields = { name: 'Hazel', email: '', designType: '', description: 'Foxes' };
  await requests.write({ fields, images: [{ id: 'fox', file: new File(['fox'], 'fox.png') }] });
  await device.addToCart(productOf(gone));
  await device.sync(true);
  await browser.rows(account, (store) => store.change(sentBack));
  return {
    async keptAfter(ms: number) {
      browser.clock.move(ms);
      await browser.open().follow();
      const rows = await browser.rows(account, (store) => store.read());
      return {
        refused: rows.refused.map(({ productId }) => productId),
        requests: rows.requests.map(({ state }) => state),
        pictures: rows.pictures.length,
      };
    },
  };
}

function sentBack(rows: AccountRows): AccountRows {
  return { ...rows, requests: rows.requests.map((op) => ({ ...op, state: 'refused' })) };
}

test('what could not be done can be tried again or undone for a week', async () => {
  const { keptAfter } = await setUp();
  expect(await keptAfter(weekMs)).toMatchObject({ refused: [gone] });
  expect(await keptAfter(1)).toMatchObject({ refused: [] });
});

test('a custom request that was sent back stays with its pictures', async () => {
  const { keptAfter } = await setUp();
  expect(await keptAfter(52 * weekMs)).toMatchObject({ requests: ['refused'], pictures: 1 });
});
