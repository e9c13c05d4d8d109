import { randomUUID } from 'node:crypto';
import { callPath } from '#contract/shop/calls.ts';
import { picture } from '#tests/support/pictures.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test('a request is read, answered by mail and closed', async ({ studioPage: page, shop }) => {
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  const form = new FormData();
  form.append('name', name);
  form.append('email', 'ada@elsewhere.example');
  form.append('designType', 'Exclusive');
  form.append('description', 'Foxes in a wood.\n\nWith lanterns, please.');
  const bytes = new Uint8Array(await picture('jpeg', { width: 400, height: 400 }));
  form.append('referenceImages', new File([bytes], 'a.jpg', { type: 'image/jpeg' }));
  const sent = await fetch(shop.url + callPath('customRequest'), { method: 'POST', body: form });
  expect(sent.ok).toBe(true);

  await page.goto('/studio/customs');
  await expect(page.getByRole('switch', { name: 'Take custom requests' })).toBeChecked();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('14 days left');
  await expectSoundScreen(page);

  await row.getByRole('link', { name }).click();
  const reference = page.getByRole('img', { name: 'Download reference 1' });
  const width = () => reference.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(400);
  const reply = page.getByLabel('Your reply');
  await reply.fill('Lovely.\n\nFoxes it is.');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Foxes it is.');
  await expect(reply).toHaveValue('');
  await expect(reply).not.toHaveAttribute('aria-invalid');
  await expect.poll(() => shop.mails().some((mail) => /Foxes it is\./.test(mail))).toBe(true);

  await page.getByLabel('New note').fill('Knows what she wants.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Private notes' })).toContainText('Knows what');

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Closed');
  await page.goto('/studio/customs?column=done');
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
});
