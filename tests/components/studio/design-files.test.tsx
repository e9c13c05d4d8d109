import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DesignImage } from '#contract/studio/files.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { openStudio } from '#tests/support/open-studio.tsx';

/** A design with these pictures; `answer` lets the oldest order that was sent be saved. */
function openPictures(...names: string[]) {
  const facts = { url: 'data:,', width: 60, height: 40, color: '#fff8ee', notes: [] };
  let images: DesignImage[] = names.map((name) => ({ _id: newId(), name, ...facts }));
  const design = makeDesign();
  const held: (() => void)[] = [];
  const studio = openStudio({
    path: `/designs/${design.id}`,
    saved: { designs: [design] },
    prepare({ handlers }) {
      const { title, status } = design;
      handlers.designFiles = () => ({ title, status, images, files: [], uploads: [], work: [] });
      handlers.orderImages = async ({ body: { ids } }) => {
        await new Promise<void>((resolve) => held.push(resolve));
        images = ids.flatMap((id) => images.find(({ _id }) => _id === id) ?? []);
        return { message: 'Saved' };
      };
    },
  });
  return {
    studio,
    saved: () => images.map(({ name }) => name),
    async answer(): Promise<void> {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.();
    },
  };
}

const list = page.getByRole('list', { name: 'Pictures in the shop’s order' });
const shown = () =>
  list
    .getByRole('listitem')
    .elements()
    .map((item) => /fox|owl|fern/.exec(item.textContent)?.[0]);

test('pictures that are moved quickly are ordered one move after another', async () => {
  const { studio, saved, answer } = openPictures('fox', 'owl', 'fern');
  const loads = () => studio.queriesOf('designFiles').length;
  await expect.element(list).toBeVisible();
  const before = loads();
  await page.getByRole('button', { name: 'Move fox back' }).click();
  await page.getByRole('button', { name: 'Move fox back' }).click();
  expect(shown()).toEqual(['owl', 'fern', 'fox']);
  expect(studio.bodiesOf('orderImages')).toHaveLength(1);

  await answer();
  await expect.poll(() => studio.bodiesOf('orderImages')).toHaveLength(2);
  // What the shop has by then isn't shown: the second move is missing in it.
  expect(loads()).toBe(before);
  expect(shown()).toEqual(['owl', 'fern', 'fox']);
  await answer();
  await expect.poll(loads).toBe(before + 1);
  expect(saved()).toEqual(['owl', 'fern', 'fox']);
  expect(shown()).toEqual(['owl', 'fern', 'fox']);
});
