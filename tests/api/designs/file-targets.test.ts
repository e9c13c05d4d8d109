import { expect, test } from 'vitest';
import { importDesk } from '#tests/support/import-desk.ts';
import { csvOf, shopifyHeader, shopifyRows } from '#tests/support/import-files.ts';
import { callStudio } from '#tests/support/studio-call.ts';

test('names every draft with its key in the other shop, 500 at a time, and no published design', async () => {
  const desk = await importDesk();
  const rows = shopifyRows(620).map(({ 'Image Src': _, ...row }) => row);
  await desk.import(csvOf(shopifyHeader, rows));
  await desk.services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'published' }).where('sku', '=', 'S-3').execute(),
  );
  const targets = async (after?: string) => {
    const query = after ? { after } : {};
    return (await callStudio(desk.app, 'fileTargets', { cookie: desk.cookie, query })).answer.items;
  };

  const first = await targets();
  const second = await targets(first.at(-1)?.id);

  expect([first.length, second.length]).toEqual([500, 119]);
  const all = [...first, ...second];
  expect(new Set(all.map(({ id }) => id)).size).toBe(619);
  expect(all.some(({ sku }) => sku === 'S-3')).toBe(false);
  expect(all.find(({ sku }) => sku === 'S-5')).toMatchObject({
    title: 'Sleepy Lémon “No. 5”, seamless',
    key: 'sleepy-design-5',
    images: [],
    files: [],
  });
});

test('answers no draft for an empty shop', async () => {
  const desk = await importDesk();
  const request = { cookie: desk.cookie, query: {} };
  expect((await callStudio(desk.app, 'fileTargets', request)).answer).toEqual({ items: [] });
});
