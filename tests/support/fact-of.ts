import type { Locator } from 'vitest/browser';

/** The text beside a term in a place's list of facts or totals; undefined while there is none. */
export function factOf(place: Locator, term: string): string | undefined {
  const terms = [...(place.query()?.querySelectorAll('dt') ?? [])];
  const found = terms.find(({ textContent }) => textContent === term);
  return found?.nextElementSibling?.textContent;
}
