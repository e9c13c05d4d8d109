import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { designMessages } from '#contract/studio/designs.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const question = page.getByRole('dialog');
const ask = page.getByRole('button', { name: 'Delete…' });

test('a draft is deleted after confirmation, along with what was typed but never saved', async () => {
  const design = makeDesign({ title: 'Lost Moths' });
  const studio = openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  await page.getByLabelText('Title').fill('Typed and never saved');
  await ask.click();
  await expect.element(page.getByRole('dialog', { name: 'Delete Lost Moths?' })).toBeVisible();
  await expectSoundScreen();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(studio.saved.designs).toEqual([expect.objectContaining({ title: 'Lost Moths' })]);

  await ask.click();
  await question.getByRole('button', { name: 'Delete draft' }).click();
  await expect.element(toastOf('Lost Moths is deleted.')).toBeVisible();
  expect(location.pathname).toBe('/studio/designs');
  expect(studio.saved.designs).toEqual([]);
  expect(studio.sent.find(({ name }) => name === 'deleteDesign')?.body).toEqual({ version: 1 });
});

test('a category without designs is deleted after confirmation', async () => {
  const categories = [
    { id: newId(), name: 'Clip art', designs: 2 },
    { id: newId(), name: 'Moths', designs: 0 },
  ];
  const studio = openStudio({ path: '/categories', saved: { categories } });
  const full = page.getByRole('row').filter({ hasText: 'Clip art' });
  await expect.element(full.getByRole('button', { name: /^Rename/ })).toBeVisible();
  await expect.element(full.getByRole('button', { name: /^Delete/ })).toHaveLength(0);
  await page.getByRole('button', { name: 'Delete Moths' }).click();
  await expect.element(question).toBeVisible();
  await expectSoundScreen();
  await question.getByRole('button', { name: 'Delete category' }).click();
  await expect.element(page.getByRole('row').filter({ hasText: 'Moths' })).toHaveLength(0);
  expect(studio.saved.categories.map(({ name }) => name)).toEqual(['Clip art']);
});

test('a draft that was once in the shop stays, and its editor says why', async () => {
  const design = makeDesign();
  openStudio({
    path: `/designs/${design.id}`,
    saved: { designs: [design] },
    prepare({ handlers }) {
      handlers.deleteDesign = () => {
        throw new Refusal('INVALID', { message: designMessages.wasShown });
      };
    },
  });
  await ask.click();
  await question.getByRole('button', { name: 'Delete draft' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('never published');
});
