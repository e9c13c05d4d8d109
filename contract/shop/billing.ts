import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { instantSchema } from '../wire/fields.ts';

/** A text for receipts and credit notes, with the spaces that it is written with. It has a letter or digit, if anything. */
export function paperTextSchema(max: number, allowed: RegExp) {
  return v.pipe(
    v.string(),
    // Forms send each line break as CRLF. Fonts have letters with their accents.
    v.transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n')),
    v.trim(),
    v.maxLength(max, messages.invalid.tooLong),
    v.check(
      (text) => text === '' || (allowed.test(text) && /[\p{L}\p{N}]/u.test(text)),
      messages.invalid.characters,
    ),
  );
}

/**
 * What papers have fonts for, more or less: neither what is not seen, such as marks that turn the text around, and
 * pictures, nor letters of other scripts.
 */
const seen = String.raw`(?![\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Emoji_Presentation}])[\P{L}${[
  ...['Common', 'Latin', 'Greek', 'Cyrillic', 'Thai', 'Hebrew', 'Arabic', 'Devanagari'],
  ...['Han', 'Hiragana', 'Katakana', 'Hangul'],
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')}]`;
/** Names of some scripts have joiners between letters, which shape these, and Japanese ones choose a form of a letter. */
const drawn = String.raw`${seen}[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]?|(?=[\p{L}\p{M}])${seen}[\u200C\u200D](?=\p{L})`;
export const line = new RegExp(`^(?:${drawn})*$`, 'u');
export const lines = new RegExp(`^(?:\\n|${drawn})*$`, 'u');

/** What a buyer wants on receipts beside the name. All may be empty. */
export const billingSchema = v.object({
  company: paperTextSchema(200, line),
  address: paperTextSchema(500, lines),
  taxId: paperTextSchema(60, line),
});
export type Billing = v.InferOutput<typeof billingSchema>;

/** The same as it is stored. */
export const storedBillingSchema = v.object({
  company: v.string(),
  address: v.string(),
  taxId: v.string(),
});

export const noBilling: Billing = { company: '', address: '', taxId: '' };

/** How long after its payment a receipt can be changed, in days. */
export const receiptOpenDays = 30;

/** How many versions a receipt has at most: more than any buyer needs. */
export const maxReceiptVersions = 20;

/** Of a receipt, in an address; by default the newest. */
export const paperVersionSchema = v.optional(
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, messages.invalid.number), v.transform(Number)),
);

/** A version of a receipt, and since when it is. */
export const datedVersionSchema = v.object({ version: v.number(), createdAt: instantSchema });
export type DatedVersion = v.InferOutput<typeof datedVersionSchema>;

/** What a receipt says of its buyer. Each change makes a new version; the number stays. */
export const receiptVersionSchema = v.object({
  version: v.number(),
  ...storedBillingSchema.entries,
  /** Until when it can be changed. */
  openUntil: instantSchema,
  /** Oldest first. Missing in answers of an older server. */
  earlier: v.optional(v.array(datedVersionSchema)),
});
