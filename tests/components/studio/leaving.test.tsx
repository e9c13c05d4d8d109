import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import type { DesignFile } from '#contract/studio/files.ts';
import { lose } from '#tests/support/calls-at-fetch.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { menuLink, openStudio } from '#tests/support/open-studio.tsx';

/** What was typed or chosen and isn't saved is asked about before the page is left. */

const design = makeDesign({ title: 'Fox' });
const importId = newId();
const image = { _id: newId(), url: 'data:,', width: 60, height: 40, color: '#fff8ee', altText: '' };
const file: DesignFile = {
  ...{ _id: newId(), name: 'fox.png', mediaType: 'image/png', version: 1, isReady: true },
  ...{ bytes: 10, width: null, height: null, dpi: null, earlier: [] },
};

const report: StudioCallAnswer<'importReport'> = {
  import: {
    ...{ _id: importId, fileName: 'shop.csv', source: 'shopify', actor: 'Mia', state: 'planned' },
    ...{ createdAt: '2031-01-01T00:00:00.000Z', finishedAt: null, fileRows: 1 },
    rows: { total: 1, created: 1, updated: 0, skipped: 0 },
    designs: { total: 1, done: 0, created: 1, updated: 0, skipped: 0 },
    pictures: { total: 0, done: 0, failed: 0 },
  },
  types: [{ name: 'Clip art', designs: 1, categoryId: null, isCollection: false }],
  ...{ vendors: [], tags: [], allTags: 0, currencies: [], amounts: null, skus: null },
  variants: { designs: 0, choice: { by: 'first' }, options: [] },
  ...{ categories: [], designers: [] },
};

interface Typing {
  /** Below /studio. */
  readonly path: string;
  readonly type: () => Promise<unknown>;
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (label: string, text: string) =>
  page.getByLabelText(label, { exact: true }).fill(text);

const typings: Readonly<Record<string, Typing>> = {
  'a category’s name': {
    path: '/categories',
    async type() {
      await press('Rename Clip art');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Clips');
    },
  },
  'a new category': {
    path: `/designs/${design.id}`,
    type: () => fill('New category', 'Clips'),
  },
  'a price': {
    path: '/designs',
    async type() {
      await press('Price of Fox: $12.00. Edit');
      await fill('Price of Fox', '9');
    },
  },
  'what a picture shows': {
    path: '/front',
    type: () => fill('What picture 1 shows', 'A fox quilt'),
  },
  'a file’s name': {
    path: `/designs/${design.id}`,
    async type() {
      await press('Rename fox.png');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fox in a wood');
    },
  },
  'what an import’s words become': {
    path: `/imports/${importId}`,
    type: () =>
      page.getByLabelText('Clip art (1)').first().selectOptions('New category “Clip art”'),
  },
  'the draft of a file': {
    path: '/imports/files',
    async type() {
      await page.getByLabelText('Files to add').upload(new File(['x'], 'unknown.zip'));
      await fill('SKU of the draft for unknown.zip', 'FOX-1');
    },
  },
};

test.for(Object.entries(typings))('asks before %s is lost', async ([, { path, type }]) => {
  openStudio({
    path,
    saved: {
      designs: [design],
      categories: [{ id: newId(), name: 'Clip art', designs: 1 }],
      front: [image],
    },
    prepare({ handlers }) {
      handlers.describeFrontImage = lose;
      handlers.designFiles = () => ({
        ...{ title: 'Fox', status: 'draft', images: [], files: [file], uploads: [], work: [] },
      });
      handlers.importReport = () => report;
      handlers.importRows = () => ({ items: [], total: 0, totalPages: 1, isCounted: true });
      handlers.fileTargets = () => ({
        items: [{ id: design.id, title: 'Fox', sku: 'FOX-1', key: '', images: [], files: [] }],
      });
    },
  });
  await type();
  await menuLink('Coupons').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
});
