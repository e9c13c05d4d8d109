import { designLimits } from '#contract/studio/designs.ts';
import { type ImportChoices, newCategory } from '#contract/studio/import-choices.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/open.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { createCategory } from '../categories.ts';
import { categoryOf } from './category-of.ts';
import { noChoices } from './import-choices.ts';
import { designerOf } from './import-design.ts';
import { sameName } from './same-name.ts';

/** More than any shop's number of product types, vendors or tags that a person maps. */
const wordsRemembered = 1000;

/** Makes the categories that were chosen as new, each once, named after its product type or tag. */
export async function withNewCategories(
  change: AuditedChange,
  choices: ImportChoices,
): Promise<ImportChoices> {
  const known = await change.tx.selectFrom('categories').select(['id', 'name']).execute();
  const idOf = async (word: string): Promise<string> => {
    const name = word.slice(0, designLimits.categoryName).trim();
    const same = sameName(known, name);
    if (same) return same.id;
    const { id } = await createCategory(change, name);
    known.push({ id, name });
    return id;
  };
  const categories: Record<string, string | null> = {};
  for (const [type, id] of Object.entries(choices.categories)) {
    categories[type] = id === newCategory ? await idOf(type) : id;
  }
  const tags: ImportChoices['tags'] = {};
  for (const [tag, choice] of Object.entries(choices.tags)) {
    const isNew = choice.as === 'category' && choice.categoryId === newCategory;
    tags[tag] = isNew ? { as: 'category', categoryId: await idOf(tag) } : choice;
  }
  return { ...choices, categories, tags };
}

/**
 * Remembers what was chosen, for the next file; the oldest are forgotten. “None” is remembered only where
 * something was suggested: elsewhere nobody chose it.
 */
export async function rememberChoices(
  change: AuditedChange,
  { categories, vendors, tags, currencies, variant }: ImportChoices,
): Promise<void> {
  const { tx } = change;
  const ours = await tx.selectFrom('categories').select(['id', 'name']).execute();
  const { value: types } = await readSetting(tx, 'importCategories');
  const wanted = Object.entries(categories).filter(
    ([type, id]) => id !== null || categoryOf(type, [types], ours) !== null,
  );
  await writeSetting(change, 'importCategories', remembered(types, wanted));
  const { value: studio } = await readSetting(tx, 'studio');
  const { value: known } = await readSetting(tx, 'importDesigners');
  const people = Object.entries(vendors).filter(
    ([vendor, name]) => name !== null || designerOf(known, vendor, studio.designers) !== null,
  );
  await writeSetting(change, 'importDesigners', remembered(known, people));
  const { value: words } = await readSetting(tx, 'importTags');
  await writeSetting(change, 'importTags', remembered(words, Object.entries(tags)));
  const { value: prices } = await readSetting(tx, 'importPrices');
  await writeSetting(change, 'importPrices', {
    currencies: remembered(prices.currencies, Object.entries(currencies)),
    variant,
  });
}

/**
 * The choices of earlier imports that a dry run begins with. Rates aren't among them, because they get old;
 * categories and designers are applied when the import starts.
 */
export async function rememberedChoices(read: Database['read']): Promise<ImportChoices> {
  const { value: tags } = await readSetting(read, 'importTags');
  const { value: prices } = await readSetting(read, 'importPrices');
  return { ...noChoices, tags, variant: prices.variant };
}

function remembered<T>(
  before: Readonly<Record<string, T>>,
  chosen: readonly (readonly [string, T])[],
): Record<string, T> {
  const words = new Set(chosen.map(([word]) => word));
  const others = Object.entries(before).filter(([word]) => !words.has(word));
  return Object.fromEntries([...others, ...chosen].slice(-wordsRemembered));
}
