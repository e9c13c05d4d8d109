import { expect, test } from 'vitest';
import { descriptionLimits } from '#contract/shop/description-html.ts';
import { readFile } from '#server/designs/imports/read-file.ts';
import { csvOf, shopifyHeader } from '#tests/support/import-files.ts';

const rabbit = { Handle: 'rabbit', Title: 'Rabbit', 'Variant Price': '12.50' };
const read = (cells: Record<string, string>) =>
  readFile(Buffer.from(csvOf(shopifyHeader, [{ ...rabbit, ...cells }])));

test('leaves out a design whose description is too long, without parsing it', async () => {
  const { designs, rows } = await read({ 'Body (HTML)': `<${'a'.repeat(120_000)}` });

  expect(designs).toEqual([]);
  expect(rows).toMatchObject([
    { reason: `Its description is longer than ${descriptionLimits.raw} characters.` },
  ]);
});

test('truncates a title before normalizing it', async () => {
  const { designs } = await read({
    Title: `Fox${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`,
  });

  expect(designs[0]?.title).toMatch(/^Fox\u0301+$/);
});

test('shows only the start of a price that cannot be read', async () => {
  const { rows } = await read({ 'Variant Price': '9'.repeat(100_000) });

  expect(rows[0]?.reason.length).toBeLessThan(150);
});

test('reads a limited number of tags per design', async () => {
  const { designs } = await read({ Tags: 'moon,'.repeat(100_000) });

  expect(designs[0]?.tags).toHaveLength(250);
});
