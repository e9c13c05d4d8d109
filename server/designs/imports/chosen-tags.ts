import type { Keywords } from '#contract/shop/keywords.ts';
import {
  type ImportChoices,
  newCategory,
  type TagChoice,
} from '#contract/studio/import-choices.ts';
import { keywordsOfTags } from './keywords-of-tags.ts';

type TagChoices = Pick<ImportChoices, 'tags'>;

/** What was chosen for a tag; null: nothing. */
export function tagChoice({ tags }: TagChoices, tag: string): TagChoice | null {
  return (Object.hasOwn(tags, tag) ? tags[tag] : undefined) ?? null;
}

/** The tags of a design, renamed and without those that become nothing. */
export function chosenTags(own: readonly string[], choices: TagChoices): string[] {
  return own.flatMap((tag) => {
    const choice = tagChoice(choices, tag);
    if (choice?.as === 'nothing') return [];
    return [choice?.as === 'word' ? choice.word : tag];
  });
}

/** Splits tags into those that become keywords, those that become collections, and the categories chosen for the others. */
export function splitTags(
  own: readonly string[],
  choices: TagChoices,
): {
  readonly words: string[];
  readonly collections: string[];
  readonly categoryIds: string[];
} {
  const words: string[] = [];
  const collections: string[] = [];
  const categoryIds: string[] = [];
  for (const tag of own) {
    const choice = tagChoice(choices, tag);
    if (choice?.as === 'collection') collections.push(tag);
    else if (choice?.as !== 'category') words.push(tag);
    else if (choice.categoryId !== newCategory) categoryIds.push(choice.categoryId);
  }
  return { words, collections, categoryIds };
}

/** The keywords that a design gets. */
export function keywordsOfDesign(
  { tags, type }: { readonly tags: readonly string[]; readonly type: string },
  choices: TagChoices,
): Keywords {
  return keywordsOfTags(splitTags(tags, choices).words, type);
}
