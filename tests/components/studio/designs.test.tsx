import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileMessages } from '#contract/studio/files.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { comeBack, menuLink, openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen, faults } from '#tests/support/sound-screen.ts';

const title = page.getByLabelText('Title');
const save = page.getByRole('button', { name: 'Save', exact: true });

test('a design opens from a searched list that was just loaded', async () => {
  openStudio({
    path: '/designs?search=Quick',
    saved: { designs: [makeDesign({ title: 'Quick' })] },
  });
  await page.getByRole('link', { name: 'Quick' }).click();
  await expect.element(title).toHaveValue('Quick');
});

test('a page with unsaved changes asks before it is left', async () => {
  const design = makeDesign();
  openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  await title.fill('Nearly done');
  await menuLink('Designs').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect.element(dialog).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(title).toHaveValue('Nearly done');

  await menuLink('Designs').click();
  await dialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Designs' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Nearly done' })).toBeVisible();
  expect(design.title).toBe('Nearly done');
});

/** Records each text that a field shows from now on, also for a moment: React writes it to the attribute, too. */
function valuesOf(input: HTMLInputElement): ReadonlySet<string> {
  const seen = new Set<string>();
  const note = () => seen.add(input.value);
  new MutationObserver(note).observe(input, { attributes: true, attributeFilter: ['value'] });
  return seen;
}

test('prices are edited in the list by keyboard, and refused ones stay for correction', async () => {
  const sale = { price: 8, startsAt: null, endsAt: null };
  const design = makeDesign({ title: 'Priced fox', sale, discountedPrice: 8 });
  openStudio({ path: '/designs', saved: { designs: [design, makeDesign()] } });
  const search = page.getByLabelText('Search');
  await expect.element(search).toBeVisible();
  const shown = valuesOf(search.element() as HTMLInputElement);
  await search.fill('Priced ');
  await expect.poll(() => location.search).toContain('search=Priced');
  await expect.element(page.getByText('1 design', { exact: true })).toBeVisible();
  // A space that is typed between two words stays, and the text is never gone meanwhile.
  await expect.element(search).toHaveValue('Priced ');
  expect(shown).toEqual(new Set(['Priced ']));

  const price = page.getByRole('button', { name: /^Price of Priced fox/ });
  price.element().focus();
  await userEvent.keyboard('{Enter}');
  const input = page.getByRole('textbox', { name: 'Price of Priced fox' });
  await input.fill('twelve');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('Enter a price in dollars, such as 12.50.').first())
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(price).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await input.fill('$15.50');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('button', { name: 'Price of Priced fox: $15.50. Edit' }))
    .toHaveFocus();
  expect(design.price).toBe(15.5);
});

test('two people change different fields, and both changes stay', async () => {
  const design = makeDesign();
  const studio = openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  await title.fill('Mine');
  Object.assign(design, { sku: 'OTHER-1', version: 2 });
  await save.click();
  await expect.element(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await expect.element(page.getByLabelText('SKU')).toHaveValue('OTHER-1');
  expect(design).toMatchObject({ title: 'Mine', sku: 'OTHER-1' });
  // Only what was typed is sent.
  expect(studio.sent.find(({ name }) => name === 'saveDesign')?.body).toEqual({
    base: { title: 'Foxes in a wood' },
    changes: { title: 'Mine' },
  });
});

test('a design drawn for a custom request is neither published nor deleted', async () => {
  const commission = 'This design was drawn for a custom request.';
  const design = makeDesign({ missing: { categoryIds: 'Choose a category.', commission } });
  openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const card = page.getByRole('region', { name: 'Custom design' });
  await expect.element(card).toMatchTextContent(commission);
  await expect.element(page.getByText('Choose a category.')).not.toBeInTheDocument();
  for (const name of ['Publish', 'Delete…']) {
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  }
});

test('lists what is missing before a draft is published', async () => {
  openStudio({
    path: '/designs/new',
    prepare({ saved, handlers }) {
      handlers.createDesign = ({ body }) => {
        const missing = { designers: 'Choose who designed it.' };
        const design = makeDesign({ ...body, designers: [], missing });
        saved.designs.push(design);
        return design;
      };
    },
  });
  const heading = page.getByRole('heading', { name: 'New design' });
  await expect.element(heading).toBeVisible();
  const card = page.getByRole('region', { name: 'Name your design' });
  expect(card.element().getBoundingClientRect().x, 'the form starts below the heading').toBe(
    heading.element().getBoundingClientRect().x,
  );
  await title.fill('Bare');
  await menuLink('Orders').click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect.element(page.getByText('Before it can be published:')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect.element(page.getByText('It can’t be published yet.').first()).toBeVisible();
  await expect.element(page.getByText('Choose who designed it.').first()).toBeVisible();
});

test('a category is added and renamed, and its name is unique', async () => {
  openStudio({ path: '/categories' });
  const added = page.getByLabelText('New category');
  await added.fill('Treats');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Rename Treats' }).click();
  await page.getByLabelText('Name', { exact: true }).fill('Treats too');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Rename Treats too' })).toBeVisible();
  await added.fill('Treats TOO');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A category with this name already exists.')).toBeVisible();
  await expectSoundScreen();
});

test('a draft without anything can be previewed', async () => {
  const design = makeDesign({ title: 'Bare' });
  openStudio({
    path: `/designs/${design.id}/preview`,
    prepare({ handlers }) {
      handlers.previewDesign = ({ params: { id } }) => ({
        product: makeProduct({ _id: id, title: design.title, isBuyable: false }),
      });
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Bare' })).toBeVisible();
  await expect.element(page.getByText('No picture yet')).toBeVisible();
  await expect.element(page.getByText('It has no file to download yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
  await expectSoundScreen();
});

/** A PNG's first bytes. */
function pngHead(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(33);
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(head.buffer).setUint32(16, width);
  new DataView(head.buffer).setUint32(20, height);
  return head;
}

test('pictures that the shop can’t take are refused before anything of them is sent', async () => {
  const design = makeDesign();
  const { sent } = openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const limits = /^PNG, JPEG or WebP, up to 100\sMB and 120 million pixels each/;
  await expect.element(page.getByText(limits)).toBeVisible();
  const input = document.querySelector('input[type="file"][accept*="image/webp"]');
  if (!input) throw new Error('no file can be chosen');

  await userEvent.upload(input, [
    new File(['no picture'], 'Text.png', { type: 'image/png' }),
    new File([pngHead(12_000, 10_001)], 'Huge.png', { type: 'image/png' }),
    new File([], 'Empty.png', { type: 'image/png' }),
  ]);

  const rows = page.getByRole('list', { name: 'Uploading' }).getByRole('listitem');
  for (const [name, problem] of [
    ['Text.png', fileMessages.imageType],
    ['Huge.png', fileMessages.imagePixels],
    ['Empty.png', fileMessages.empty],
  ] as const) {
    await expect.element(rows.filter({ hasText: name })).toMatchTextContent(problem);
  }
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'Try again: Text.png' }).click();
  await expect.element(rows.first()).toMatchTextContent(fileMessages.imageType);
  for (const name of ['Text.png', 'Huge.png', 'Empty.png']) {
    await page.getByRole('button', { name: `Cancel ${name}` }).click();
  }
  await expect.element(rows).toHaveLength(0);
  expect(sent.filter((call) => call.name === 'startUpload')).toEqual([]);
});

test('a draft is planned to be published, moved and cancelled', async () => {
  const design = makeDesign({ title: 'Owl', missing: { images: 'Add a picture.' } });
  openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const moment = page.getByLabelText('Publish at');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect.element(page.getByText('Choose a date and a time.')).toBeVisible();
  await moment.fill('2031-05-01T09:30');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect.element(page.getByText('Planned. Before then: Add a picture.')).toBeVisible();
  expect(design.publication?.at).toBe(new Date('2031-05-01T09:30').toISOString());

  await moment.fill('2031-05-02T09:30');
  await page.getByRole('button', { name: 'Change the time' }).click();
  await expect
    .element(page.getByText(/will be published by itself/))
    .toMatchTextContent('2 May 2031, 09:30');
  expect(await faults()).toEqual([]);

  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  await expect.element(page.getByText(/will be published by itself/)).not.toBeInTheDocument();
  expect(design.publication).toBeNull();
});

test('a time to publish that is typed is planned or asked about before the page is left', async () => {
  const design = makeDesign();
  openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const state = page.getByRole('status').filter({ hasText: /saved|planned/ });
  const moment = page.getByLabelText('Publish at');
  await expect.element(state).toMatchTextContent('All saved');
  await moment.fill('2031-05-01T09:30');
  await expect.element(state).toMatchTextContent('The time to publish isn’t planned yet');
  await title.fill('Planned');
  await menuLink('Designs').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Save and leave' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Designs' })).toBeVisible();
  const at = new Date('2031-05-01T09:30').toISOString();
  expect(design).toMatchObject({ title: 'Planned', publication: { at } });
});

test('a time that a colleague planned shows while none is typed', async () => {
  const design = makeDesign();
  openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const moment = page.getByLabelText('Publish at');
  await expect.element(moment).toHaveValue('');
  const at = new Date('2031-05-03T09:30').toISOString();
  Object.assign(design, { publication: { at, hasFailed: false }, version: design.version + 1 });
  comeBack();
  await expect.element(moment).toHaveValue('2031-05-03T09:30');
});

test('a typed time is not planned over one that a colleague planned since', async () => {
  const design = makeDesign();
  const studio = openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const moment = page.getByLabelText('Publish at');
  await moment.fill('2031-05-01T09:30');
  const theirs = new Date('2031-05-03T09:30').toISOString();
  const planned = { publication: { at: theirs, hasFailed: false }, version: design.version + 1 };
  Object.assign(design, planned);
  comeBack();
  await expect.element(page.getByText(/will be published by itself/)).toBeVisible();
  await page.getByRole('button', { name: 'Change the time' }).click();
  const refused = 'Someone else changed when it is published.';
  await expect.element(page.getByText(refused)).toBeVisible();
  expect(design.publication?.at).toBe(theirs);
  await expect.element(moment).toHaveValue('2031-05-01T09:30');
  // Now that both have been seen.
  await page.getByRole('button', { name: 'Change the time' }).click();
  await expect.element(toastOf('Planned.')).toBeVisible();
  expect(studio.bodiesOf('planPublication')).toMatchObject([{ from: null }, { from: theirs }]);
});
