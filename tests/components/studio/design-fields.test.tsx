import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { designFields, designRecord } from '#contract/studio/design-record.ts';
import { makeDesign } from '#tests/support/designs-at-fetch.ts';
import { openStudio } from '#tests/support/open-studio.tsx';

/** What the editor calls fields that it doesn't call by the record's label. */
const otherLabels: Readonly<Record<string, string>> = {
  designers: 'Designed by',
  isForFabricShops: 'Also sold to fabric shops',
  keywords: 'Motifs',
  tile: 'Size of one repeat, in inches',
};

test.each(designFields)('a design’s %s can be edited', async (field) => {
  const design = makeDesign();
  openStudio({ path: `/designs/${design.id}`, saved: { designs: [design] } });
  const name = otherLabels[field] ?? designRecord[field].label;
  const control = page.getByLabelText(name).or(page.getByRole('group', { name }));
  await expect.element(control.first()).toBeVisible();
});
