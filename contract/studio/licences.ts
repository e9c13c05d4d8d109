import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { licenseTypes } from '../shop/account.ts';
import { licenceTextSchema } from '../shop/licence-text.ts';
import { instantSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';
import { changedFieldsSchema } from './changed-fields.ts';

/** Licence texts as the studio writes them. A published text never changes, because buyers hold licences under it. */

export const licenceLimits = {
  /** Lines in a list. */
  lines: 12,
  /** Characters in a line. */
  line: 300,
  /** Characters in the text about goods. */
  goods: 1000,
  /** Items that one licence covers. */
  items: 1_000_000,
} as const;

export const licenceMessages = {
  allows: 'Enter at least one thing buyers may do.',
  forbids: 'Enter at least one thing buyers may not do.',
  goods: 'Enter how many items it covers.',
  lines: `Use at most ${licenceLimits.lines} lines.`,
  emptyLine: 'A line is empty.',
  longLine: `A line is longer than ${licenceLimits.line} characters.`,
  twice: 'Two lines are the same.',
  longGoods: `Use at most ${licenceLimits.goods} characters.`,
  same: 'This is the same as the text in force. Change something first.',
  items: `Enter a whole number from 1 to ${(1_000_000).toLocaleString('en-US')}.`,
  ofOwners:
    'Only owners can publish licence texts, because buyers’ rights depend on them. You can read every version here.',
  /** The number can only change in texts that name it with a placeholder. */
  unnamed: 'Write {items} instead of the number, so that it stays up to date.',
  otherUnnamed:
    'The text of the other licence names the number itself. Write {items} there first, and publish it.',
} as const;

function wordsSchema(empty: string, most: number, tooLong: string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(empty),
    v.maxLength(most, tooLong),
    v.regex(/^\P{Cc}*$/u, messages.invalid.characters),
  );
}

function linesSchema(empty: string) {
  const { emptyLine, longLine, lines, twice } = licenceMessages;
  return v.pipe(
    v.array(wordsSchema(emptyLine, licenceLimits.line, longLine)),
    v.minLength(1, empty),
    v.maxLength(licenceLimits.lines, lines),
    v.check((each) => new Set(each).size === each.length, twice),
  );
}

/** The schema of each part of a text, also for the form. */
export const licenceFields = {
  allows: linesSchema(licenceMessages.allows),
  forbids: linesSchema(licenceMessages.forbids),
  /** `{items}` in it is the number of items. */
  goods: wordsSchema(licenceMessages.goods, licenceLimits.goods, licenceMessages.longGoods),
  items: v.pipe(
    v.number(licenceMessages.items),
    v.integer(licenceMessages.items),
    v.minValue(1, licenceMessages.items),
    v.maxValue(licenceLimits.items, licenceMessages.items),
  ),
};

const storedLine = v.pipe(v.string(), v.maxLength(licenceLimits.goods, licenceMessages.longGoods));
const storedLines = v.pipe(
  v.array(storedLine),
  v.maxLength(limits.listLength, messages.invalid.tooLong),
);
const storedFields = {
  allows: storedLines,
  forbids: storedLines,
  goods: storedLine,
  items: v.number(),
};

/** What only the server says; on its own, so that the studio's page doesn't load it. */
export const keyRefusals = {
  changed: 'Someone else replaced the signing key first. New cards are signed with theirs.',
} as const;

/** The start of a public key's SHA-256, in hexadecimal. */
const cardKeyIdSchema = v.pipe(v.string(), v.regex(/^[\da-f]{8}$/, messages.invalid.characters));

/** The keys that sign licence cards, the one in use first. `retiredAt`: null for the one in use. */
const cardKeysSchema = v.object({
  keys: v.array(
    v.object({
      id: cardKeyIdSchema,
      createdAt: instantSchema,
      retiredAt: v.nullable(instantSchema),
    }),
  ),
});

/** A text with how many items the licence covers. */
const completeTextSchema = v.object({ ...licenceTextSchema.entries, items: v.number() });
export type CompleteText = v.InferOutput<typeof completeTextSchema>;

/** A version, and when and by whom (an e-mail) it was published; null for the texts the shop started with. */
export const storedTextSchema = v.object({
  ...completeTextSchema.entries,
  published: v.nullable(v.object({ at: instantSchema, actor: v.string() })),
});
export type StoredText = v.InferOutput<typeof storedTextSchema>;

/** Every version of each licence, the current one first. */
const storedTextsSchema = v.object({ texts: v.array(storedTextSchema) });

export const licenceCalls = {
  allLicenceTexts: {
    method: 'GET',
    path: '/api/studio/licence-texts',
    access: 'studio',
    summary: 'Every version of the licence texts, newest first',
    answer: storedTextsSchema,
  },
  publishLicenceText: {
    method: 'POST',
    path: '/api/studio/licence-texts',
    access: 'owner',
    isRepeatable: true,
    summary:
      'Put a new version in force with what changed; both licences share `items`, so another number publishes both texts',
    body: v.intersect([
      v.object({ licenseType: v.picklist(licenseTypes, messages.signUp.licenseType) }),
      changedFieldsSchema(storedFields, licenceFields),
    ]),
    answer: storedTextsSchema,
  },
  cardKeys: {
    method: 'GET',
    path: '/api/studio/card-keys',
    access: 'studio',
    summary: 'The keys that sign licence cards, without their private halves',
    answer: cardKeysSchema,
  },
  changeCardKey: {
    method: 'POST',
    path: '/api/studio/card-keys',
    access: 'owner',
    isRepeatable: true,
    summary: 'Sign licence cards with a new key; CHANGED_MEANWHILE if `replaces` isn’t in use',
    body: v.object({ replaces: cardKeyIdSchema }),
    answer: cardKeysSchema,
  },
} as const satisfies StudioCalls;
