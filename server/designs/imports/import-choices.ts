import type { ImportChoices } from '#contract/studio/import-choices.ts';

export const noChoices: ImportChoices = {
  categories: {},
  collections: [],
  vendors: {},
  tags: {},
  currencies: {},
  variant: { by: 'first' },
  amounts: null,
  skus: 'keep',
};

/** The choices of an import from its row, which an older version may have written. */
export function readChoices(json: string): ImportChoices {
  return { ...noChoices, ...(JSON.parse(json) as Partial<ImportChoices>) };
}
