import { type ImportChoices, newCategory } from '#contract/studio/import-choices.ts';
import { sameName } from './same-name.ts';

/** The first of these choices for a type whose category exists or will, or else the category with its name. */
export function categoryOf(
  type: string,
  choices: readonly ImportChoices['categories'][],
  categories: readonly { readonly id: string; readonly name: string }[],
): string | null {
  for (const each of choices) {
    const chosen = Object.hasOwn(each, type) ? each[type] : undefined;
    if (chosen === null) return null;
    if (chosen !== undefined && isThere(chosen, categories)) return chosen;
  }
  return sameName(categories, type)?.id ?? null;
}

/** Whether a chosen category still exists, or is made at the start. */
export function isThere(chosen: string, categories: readonly { readonly id: string }[]): boolean {
  return chosen === newCategory || categories.some(({ id }) => id === chosen);
}
