import type { DesignPart } from '#contract/studio/designs.ts';

/** What a draft lacks before it can be published. */
export const lackNames: Readonly<Record<DesignPart, string>> = {
  price: 'No price',
  categoryIds: 'No category',
  designers: 'No designer',
  images: 'No picture',
  files: 'No finished file',
};

/** All that a draft lacks, such as “No price, no picture”. */
export function lacksText(lacks: readonly DesignPart[]): string {
  const [first = '', ...others] = lacks.map((part) => lackNames[part]);
  return [first, ...others.map((name) => name.toLowerCase())].join(', ');
}
