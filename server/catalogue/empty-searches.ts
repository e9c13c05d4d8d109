import { sql } from 'kysely';
import { queryWords } from '#contract/catalogue/search-text.ts';
import { utcDay } from '#contract/wire/day-in.ts';
import { type Change, makeChange } from '../platform/database/change.ts';
import type { Env } from '../platform/env.ts';
import type { Services } from '../platform/services/services.ts';
import { readToday } from '../platform/settings/settings.ts';

/** Longer texts were pasted. In characters. */
const maxLength = 100;
/** Sizes, years and numbers of a series; more digits may be a telephone number, a birthday or a postcode. */
const maxDigits = 4;
/** Different words counted a day. */
const maxWordsADay = 500;
/** Searches counted per address and day, so that nobody fills the words of a day. */
const maxPerAddress = 30;
/** With more addresses than this, later ones aren't counted that day. */
const maxAddresses = 10_000;

/** Counts a search without results, by a caller's address. */
export type CountEmptySearch = (text: string, address: string) => void;

/**
 * Counts searches that the shop answered without a design, by words and day, for the studio. Nothing about the
 * buyer is stored; addresses are only counted in memory, for a day at most. A search never waits for it.
 */
export function createEmptySearches(services: Services): CountEmptySearch {
  const { clock, env, log } = services;
  const counts = new Map<string, number>();
  let countedOn = '';
  return (text, address) => {
    const words = countedWords(text);
    if (words === null) return;
    const day = utcDay(clock());
    if (day !== countedOn) counts.clear();
    countedOn = day;
    const count = counts.get(address) ?? 0;
    if (count >= maxPerAddress || (count === 0 && counts.size >= maxAddresses)) return;
    counts.set(address, count + 1);
    makeChange(services, (change) => addCount(change, env, words)).catch((error: unknown) =>
      log.warn({ err: error }, 'a search without results was not counted'),
    );
  };
}

/** The words of a search as they are counted; null for none, and for what may be personal data. */
export function countedWords(text: string): string | null {
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  const words = queryWords(text);
  const isCode = (word: string) => word.length > maxDigits && /\p{N}/u.test(word);
  if (text.length > maxLength || /@|:\/\/|www\./i.test(text)) return null;
  if (digits > maxDigits || words.some(isCode) || words.length === 0) return null;
  return words.join(' ');
}

async function addCount(
  { tx, now }: Change,
  env: Pick<Env, 'timeZone'>,
  words: string,
): Promise<void> {
  const day = await readToday(tx, env, now);
  await sql`
    INSERT INTO "emptySearches" (day, words, count) SELECT ${day}, ${words}, 1
    WHERE EXISTS (SELECT 1 FROM "emptySearches" WHERE day = ${day} AND words = ${words})
      OR (SELECT count(*) FROM "emptySearches" WHERE day = ${day}) < ${maxWordsADay}
    ON CONFLICT (day, words) DO UPDATE SET count = "emptySearches".count + 1
  `.execute(tx);
}
