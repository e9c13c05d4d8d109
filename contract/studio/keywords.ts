import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { keywordsSchema, tidyWords } from '../shop/keywords.ts';
import { instantSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';

/** Keywords as the studio edits them. The shop never loads this. */

export const keywordLimits = {
  /** Words of one kind on a design, and words in one group of synonyms. */
  words: 12,
  /** Characters in a word or short phrase. */
  characters: 40,
  /** How many words of one kind are suggested. */
  suggested: 200,
} as const;

export const keywordMessages = {
  tooMany: `Use at most ${keywordLimits.words} words here. Please remove some.`,
  tooLong: (word: string) =>
    `“${word.slice(0, 20)}…” is too long: use at most ${keywordLimits.characters} characters.`,
  unreadable: (word: string) => `“${word}” must contain a letter or a number, and plain text only.`,
  none: 'Add at least one word.',
} as const;

/** A text that buyers could type into the search. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const searchable = /^(?=.*[\p{L}\p{N}])[^\u0000-\u001f\u007f]*$/u;

const isTooLong = (word: string) => word.length > keywordLimits.characters;
const isUnreadable = (word: string) => !searchable.test(word);

/** Splits a text at commas, semicolons and line breaks. */
export function splitWords(text: string): string[] {
  return text.split(/[,;\n]/);
}

/**
 * Words as typed. Splits and tidies them, since an address lists words with commas; then refuses words that are too long or
 * can't be searched for, and too many words.
 */
export const typedWordsSchema = v.pipe(
  v.array(v.string()),
  v.transform((words: string[]) => tidyWords(words.flatMap(splitWords))),
  v.check(
    (words) => !words.some(isTooLong),
    ({ input }) => keywordMessages.tooLong(input.find(isTooLong) ?? ''),
  ),
  v.check(
    (words) => !words.some(isUnreadable),
    ({ input }) => keywordMessages.unreadable(input.find(isUnreadable) ?? ''),
  ),
  v.maxLength(keywordLimits.words, keywordMessages.tooMany),
);

export const typedKeywordsSchema = v.object({
  motif: typedWordsSchema,
  occasion: typedWordsSchema,
  style: typedWordsSchema,
  color: typedWordsSchema,
});

/** Groups of words or short phrases. A search for one of a group also finds what the others find. */
export type Synonyms = readonly (readonly string[])[];

export const synonymLimits = {
  groups: 200,
  /** How many groups a word can be in; each slows down searches for it. */
  groupsOfWord: 20,
} as const;

export const synonymMessages = {
  groups: `At most ${synonymLimits.groups} groups.`,
  often: (word: string) =>
    `“${word}” is in more than ${synonymLimits.groupsOfWord} groups. Please merge some of them.`,
  alone: 'Enter at least two different words, separated by commas.',
} as const;

export const typedSynonymsSchema = v.pipe(
  v.array(v.pipe(typedWordsSchema, v.minLength(2, synonymMessages.alone))),
  v.maxLength(synonymLimits.groups, synonymMessages.groups),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const counts = new Map<string, number>();
    for (const [place, group] of dataset.value.entries()) {
      for (const word of group) {
        const count = (counts.get(word) ?? 0) + 1;
        counts.set(word, count);
        if (count !== synonymLimits.groupsOfWord + 1) continue;
        const input = dataset.value;
        const path = { type: 'array', origin: 'value', input, key: place, value: group } as const;
        addIssue({ message: synonymMessages.often(word), path: [path] });
      }
    }
  }),
);

/** `savedAt` is null until the studio first saves some. */
const searchWordsSchema = v.object({
  synonyms: v.array(v.array(v.string())),
  savedAt: v.nullable(instantSchema),
});
export type StudioSearchWords = v.InferOutput<typeof searchWordsSchema>;

const storedWord = v.pipe(v.string(), v.maxLength(1000, messages.invalid.tooLong));
const storedGroup = v.pipe(
  v.array(storedWord),
  v.maxLength(limits.listLength, messages.invalid.tooLong),
);
const storedSearchWords = {
  synonyms: v.pipe(v.array(storedGroup), v.maxLength(limits.listLength, messages.invalid.tooLong)),
};

export const keywordCalls = {
  keywords: {
    method: 'GET',
    path: '/api/studio/keywords',
    access: 'studio',
    summary: 'Keywords already in use, most used first',
    answer: keywordsSchema,
  },
  searchWords: {
    method: 'GET',
    path: '/api/studio/search-words',
    access: 'studio',
    summary: 'Groups of words that search treats as the same',
    answer: searchWordsSchema,
  },
  saveSearchWords: {
    method: 'PUT',
    path: '/api/studio/search-words',
    access: 'studio',
    summary: 'Save them; CHANGED_MEANWHILE if somebody else changed them',
    body: changedFieldsSchema(storedSearchWords, { synonyms: typedSynonymsSchema }),
    bodyBytes: limits.longJsonBytes,
    answer: searchWordsSchema,
  },
} as const satisfies StudioCalls;
