import { expect } from '@playwright/test';
import { licenceCheckPath } from '#contract/shop/licence-card.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { sha256 } from '#tests/support/bought-bytes.ts';
import { openCatchingNetwork } from '#tests/support/catching-network.ts';
import { plantLongFile, stopAfter } from '#tests/support/long-file-test.ts';
import { test } from './device.ts';
import type { Tab } from './engine-browser.ts';
import { addToCart, press, see, seePack, seePath, until } from './screen.ts';

/** Waits until the page says that a file is stored. */
const seeStored = (tab: Tab) =>
  until(tab, 'has stored the file', () => {
    const store = document.querySelector('input[aria-label^="Keep on this device: "]:checked');
    return /· 12\sMB/.test(store?.closest('label')?.textContent ?? '');
  });

/** In the page: from now on it notes the file that it saves. */
function noteSaved(): void {
  URL.createObjectURL = (saved) => {
    Object.assign(window, { saved });
    return '#saved';
  };
}

/** In the page: the SHA-256 of the file that it saved. */
async function hashOfSaved(): Promise<number[]> {
  const saved: Blob = Reflect.get(window, 'saved');
  const hash = await crypto.subtle.digest('SHA-256', await saved.arrayBuffer());
  return [...new Uint8Array(hash)];
}

test('a buyer pays, and has the file and its licence without the shop, though browser and connection broke', async ({
  device,
}) => {
  const { api, shop } = device;
  const network = await openCatchingNetwork(() => Number(new URL(shop.url).port));
  const url = `http://localhost:${network.port}`;
  const { design, bytes } = await plantLongFile(shop, api);
  const buyer = await api.newBuyer();
  const tab = await device.newTabOf(buyer, url + productPath(design._id));
  await addToCart(tab, design._id);
  await seePack(tab);
  await tab.goto(url + paths.checkout.path);
  await press(tab, 'input[name="terms"]', '');
  await press(tab, 'main button', '^Create Order');
  await press(tab, 'button', '^PayPal$');
  await press(tab, 'button', '^Pay ');
  await seePath(tab, paths.orderSuccess.path);

  stopAfter(network, 4);
  await press(tab, 'input[role="switch"]', '^Keep on this device');
  await until(tab, 'has a part of it', () => /· [3-9]\S*\sMB of/.test(document.body.innerText));
  network.set('cut');
  await see(tab, 'Waiting for a connection…');
  await device.die();
  network.set('through');
  const { orders } = await api.call('orders', { token: buyer.token });
  const [order] = orders;
  const orderUrl = `${url}${paths.myOrders.path}?order=${order?._id}`;
  const again = await device.newTab(orderUrl);
  await see(again, 'Continue (');
  await press(again, 'input[role="switch"]', '^Keep on this device');
  await seeStored(again);
  await device.die();
  network.set('cut');

  const offline = await device.newTab(orderUrl);
  await seeStored(offline);
  await offline.evaluate(noteSaved);
  await press(offline, '[role="dialog"] button', '^Download Now');
  await until(offline, 'saves the file', () => 'saved' in window);
  const hash = Buffer.from(await offline.evaluate(hashOfSaved));
  expect(hash.toString('hex')).toBe(sha256(bytes));
  await offline.goto(url + licenceCheckPath(order?.items[0]?.licenceCard ?? ''));
  await see(offline, 'This shop signed the card, nothing on it was changed');
  await network.end();
});
