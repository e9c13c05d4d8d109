import { expect } from '@playwright/test';
import { picture } from '#tests/support/pictures.ts';
import { addDraft } from '#tests/support/studio-design.ts';
import { addStaff } from '#tests/support/studio-page.ts';
import { test } from './device.ts';
import { fill, press, see, until } from './screen.ts';

/** In the page: whether a file could be chosen in the first field that takes pictures. */
function choosePicture(bytes: readonly number[]): boolean {
  const input = document.querySelector<HTMLInputElement>('input[type="file"][accept]');
  if (!input) return false;
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(bytes)], 'Moth.png', { type: 'image/png' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

test('the studio adds a picture and publishes a design', async ({ device }) => {
  const { api } = device;
  const id = addDraft(api, 'Moth Parade');
  const [drawn] = api.sql('SELECT count(*) AS images FROM productImages WHERE productId = ?', id);
  const { cookie } = addStaff(api);
  const [category] = api.sql('SELECT name FROM categories LIMIT 1');
  const tab = await device.newTab('/robots.txt');
  await tab.evaluate(({ name, value, path }) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in's answer sets it, in every engine
    document.cookie = `${name}=${value}; path=${path}`;
  }, cookie);
  await tab.goto(`${device.shop.url}/studio/designs/${id}`);
  const bytes = [...(await picture('png', { width: 900, height: 700 }))];
  await until(tab, 'chooses a picture', choosePicture, bytes);
  await see(tab, 'Moth.png');
  await fill(tab, '^Price', '12.50');
  await press(tab, 'label', '^Clementine Fox');
  await press(tab, 'label', `^${category?.name}$`);
  await press(tab, 'button', '^Save$');
  await see(tab, 'Saved ');
  await press(tab, 'button', '^Publish$');
  await see(tab, 'View in the shop');
  const pictures = () =>
    api.call('product', { params: { id } }).then(({ product }) => product.images.length, String);
  // The shop learns of the design a moment later, and the picture is being made smaller meanwhile.
  await expect.poll(pictures).toBe(Number(drawn?.images) + 1);
});
