/** What a price is rounded to: the cent, half a dollar, a dollar, or 99 cents. */
export const roundings = ['cent', 'half', 'dollar', 'ninetyNine'] as const;
export type Rounding = (typeof roundings)[number];
