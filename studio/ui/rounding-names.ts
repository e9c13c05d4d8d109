import type { Rounding } from '#contract/studio/rounding.ts';

/** What prices are rounded to. */
export const roundingNames: Readonly<Record<Rounding, string>> = {
  cent: 'To the cent',
  half: 'To $0.50',
  dollar: 'To a whole dollar',
  ninetyNine: 'To .99',
};
