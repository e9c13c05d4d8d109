import { expect } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { test } from './device.ts';
import { addToCart, press, see, seeCount, seePack, until } from './screen.ts';

/** In the page: the script that it was loaded with. Each build has its own. */
function ownScript(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
}

/** In the page: has the browser look for the next build's worker. */
async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
}

test('a new version comes by consent, with the cart, and opens without the shop', async ({
  device,
}) => {
  const { api, shop } = device;
  const [fox, moon] = await someDesigns(api);
  const tab = await device.newTab(productPath(fox._id));
  await seePack(tab);
  const build = await tab.evaluate(ownScript);
  await shop.deploy({ keepsOld: true });
  await tab.evaluate(lookForUpdate);
  await see(tab, 'A new version is ready');
  // Under its own build's worker, with the next server.
  await addToCart(tab, fox._id);
  expect(await tab.evaluate(ownScript)).toBe(build);
  await press(tab, 'button', '^Use it now');
  const isOther = (own: string) => {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
    return script !== null && script.src !== own;
  };
  await until(tab, 'is of the next build', isOther, build);
  await seeCount(tab, 1);
  await tab.goto(shop.url + productPath(moon._id));
  await addToCart(tab, moon._id);
  await device.die();
  await shop.kill();

  const offline = await device.newTab(paths.cart.path);
  await until(offline, 'is of the next build', isOther, build);
  await seeCount(offline, 2);
  await see(offline, moon.title);
});
