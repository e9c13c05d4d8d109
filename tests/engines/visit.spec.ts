import { expect } from '@playwright/test';
import { deviceDataPath } from '#contract/shop/page-data.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { test } from './device.ts';
import { press, see, seePack, seePath, seePicture, until } from './screen.ts';

test('a first visit is enough to open the shop without it', async ({ device }) => {
  const [fox] = await someDesigns(device.api);
  const tab = await device.newTab(paths.home.path);
  await press(tab, 'main a', '^Shop All');
  await seePath(tab, paths.shop.path);
  await until(tab, 'shows cards', () => document.querySelectorAll('main article').length > 20);
  await press(tab, 'main a', fox.title);
  await seePath(tab, productPath(fox._id));
  await see(tab, 'Add to Cart');
  await seePack(tab);
  await device.die();
  await device.shop.kill();

  const again = await device.newTab(paths.shop.path);
  await until(again, 'shows cards', () => document.querySelectorAll('main article').length > 20);
  // WebKit asks again if the page's request differs from its preload's. Cut short, neither counts.
  expect(await again.evaluate(timesOf, deviceDataPath)).toBeLessThanOrEqual(1);
  await press(again, 'main a', fox.title);
  await seePath(again, productPath(fox._id));
  await seePicture(again, 200);
});

/** In the page: how often it asked for this path. */
function timesOf(path: string): number {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname === path).length;
}
