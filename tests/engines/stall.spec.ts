import { expect } from '@playwright/test';
import { clothBenchPath, paths } from '#contract/shop/paths.ts';
import { test } from './device.ts';
import { fill, press, see, seePack, seePicture, until } from './screen.ts';

test('a maker sets the screen’s size, and shows a design to customers without the shop', async ({
  device,
}) => {
  const { api, shop } = device;
  const product = (await api.products()).find(({ tile }) => tile?.width === 8);
  if (!product) throw new Error('No design of the studio repeats');
  const bench = clothBenchPath(product._id);
  const tab = await device.newTab(bench);
  await press(tab, 'button', '^Set it with a bank card');
  await fill(tab, '^Size of the card', '120');
  await press(tab, 'button', '^It’s the same size');
  // What is painted, in CSS pixels, of a repeat that measures 8 inches.
  const isTrue = (pixels: number) => {
    const unit = document.querySelector('pattern:has(image)');
    return Math.abs(Number(unit?.getAttribute('width')) / pixels - 1) < 0.01;
  };
  await until(tab, 'paints 8 inches', isTrue, 8 * 120);
  await press(tab, 'button', '^Save to wishlist in this view');
  await see(tab, 'View kept in your wishlist');
  await seePack(tab);
  await shop.kill();
  await tab.goto(shop.url + bench);
  await until(tab, 'paints 8 inches', isTrue, 8 * 120);
  await device.die();

  const stall = await device.newTab(paths.stall.path);
  await press(stall, 'main button', '^Start with My wishlist');
  await see(stall, '1 of 1');
  await see(stall, product.title);
  await seePicture(stall, 200);
  expect(await stall.evaluate(() => document.body.innerText)).not.toContain('$');
  await press(stall, 'button', '^Customer wants this');
  await fill(stall, '^Name', 'Ada');
  await fill(stall, '^Quantity', '3');
  await press(stall, 'button', '^Save note');
  await see(stall, '1 note');
  await device.die();
  const again = await device.newTab(paths.stall.path);
  await see(again, '3 × ');
});
