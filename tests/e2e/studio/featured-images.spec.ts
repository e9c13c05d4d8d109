import { picture } from '#tests/support/pictures.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test.use({ expectedErrors: [/status of 422/] });

test('images are added, described, reordered by keyboard and by dragging, and removed', async ({
  studioPage: page,
  api,
}) => {
  const texts = async () => (await api.call('featuredImages')).map(({ altText }) => altText);
  const before = await texts();
  await page.goto('/studio/front');
  const pictures = page.getByRole('list', { name: 'Featured pictures' }).getByRole('listitem');
  await expect(pictures).toHaveCount(before.length);

  await page.getByLabel('Pictures to add').setInputFiles([
    { name: 'quilt.png', mimeType: 'image/png', buffer: await picture('png', { width: 300 }) },
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
  ]);
  await expect(pictures).toHaveCount(before.length + 1);
  await expect(page.getByRole('alert')).toContainText('notes.png: This image can’t be read.');
  const place = before.length + 1;
  const field = page.getByLabel(`What picture ${place} shows`);
  await field.fill('A quilt');
  await field.press('Enter');
  await expect.poll(texts).toEqual([...before, 'A quilt']);
  await expectSoundScreen(page);

  const forward = page.getByRole('button', { name: 'Move A quilt forward' });
  await forward.press('Enter');
  await expect(forward).toBeFocused();
  await expect.poll(texts).toEqual([...before.slice(0, -1), 'A quilt', before.at(-1)]);
  const back = page.getByRole('button', { name: 'Move A quilt back' });
  await back.press('Enter');
  await expect(back).toBeFocused();
  await expect.poll(texts).toEqual([...before, 'A quilt']);
  await pictures.last().getByRole('img').dragTo(pictures.nth(-2).getByRole('img'));
  await expect.poll(texts).toEqual([...before.slice(0, -1), 'A quilt', before.at(-1)]);

  await page.getByRole('button', { name: 'Remove A quilt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(texts).toEqual(before);
});
