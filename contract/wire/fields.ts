import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idPattern } from './id-pattern.ts';

/** One of the shop's own ids: 24 lowercase hexadecimal characters. */
export const idSchema = v.pipe(v.string(), v.regex(idPattern, messages.invalid.id));

/** Dollars on the wire, at most two decimals. */
export const moneySchema = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1_000_000),
  v.check(
    (amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6,
    messages.invalid.money,
  ),
);

/** An instant on the wire: ISO 8601, UTC. */
export const instantSchema = v.pipe(v.string(), v.isoTimestamp());

/** Characters that no real address contains: control characters, and those only used in quoting and address lists. */
const unused = String.raw`\s@<>"(),;:\\\u0000-\u001f\u007f-\u009f`;

/**
 * The sign-up form's pattern: an @ between two non-blank parts, with a dot in the second. It matches up to
 * the first possible dot of the domain, so that it never backtracks.
 */
export const emailPattern = new RegExp(
  `^[^${unused}]+@[^${unused}][^${unused}.]*\\.[^${unused}]{2,}$`,
);

/** One line of text: trimmed, no control characters. `required` is the message for an empty one. */
export function lineSchema(required: string, max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(required),
    v.maxLength(max, messages.invalid.tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    v.regex(/^[^\u0000-\u001f\u007f]*$/, messages.invalid.characters),
  );
}

/** A text of several lines, or none: trimmed, line breaks as `\n`, no other control characters. */
export function wordsSchema(max: number) {
  return v.pipe(
    v.string(),
    // Forms send each line break as CRLF.
    v.transform((text) => text.replace(/\r\n?/g, '\n')),
    v.trim(),
    v.maxLength(max, messages.invalid.tooLong),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses all but tab and line breaks
    v.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, messages.invalid.characters),
  );
}

/** The same, with a message for an empty one. */
export function paragraphsSchema(required: string, max: number) {
  return v.pipe(wordsSchema(max), v.nonEmpty(required));
}

/** An e-mail address, trimmed. Case is preserved; the server compares a normalized form. */
export function emailSchema(required: string, pattern: string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(required),
    v.maxLength(254, messages.invalid.tooLong),
    v.regex(emailPattern, pattern),
  );
}

/** A query parameter that is a whole number from 1 to `max`; `fallback` if missing. */
export function countSchema(fallback: number, max: number) {
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, messages.invalid.number),
      v.transform(Number),
      v.minValue(1, messages.invalid.number),
      v.maxValue(max, messages.invalid.number),
    ),
    String(fallback),
  );
}

/** The row version the client last read. A change based on an older version is refused as CHANGED_MEANWHILE. */
export const versionSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The answer of the many calls that return only a message. */
export const messageSchema = v.object({ message: v.string() });
