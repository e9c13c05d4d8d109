/** Words that a spreadsheet reads as part of a date, a time or an amount, or as a truth value, in many languages. */

const languages = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'nb', 'fi', 'pl', 'cs', 'sk', 'sl'],
  ...['hr', 'hu', 'ro', 'tr', 'ru', 'uk', 'bg', 'el', 'et', 'lv', 'lt', 'id', 'ca'],
];

/** A word as it is compared: without case, accents and dots. */
export function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}

const wordsOf = (text: string) => text.split(' ').map(plainWord);
const daysOfMonths = Array.from({ length: 12 }, (_, place) => new Date(Date.UTC(2026, place, 12)));
const week = Array.from({ length: 7 }, (_, place) => new Date(Date.UTC(2026, 0, 4 + place)));

/** What a language calls some days, in both lengths. */
function namesOf(language: string, part: 'month' | 'weekday', days: readonly Date[]): string[] {
  return (['long', 'short'] as const).flatMap((length) => {
    // With a day, because some languages decline the month.
    const options = { day: 'numeric', month: length, weekday: length, timeZone: 'UTC' } as const;
    const format = new Intl.DateTimeFormat(language, options);
    return days.map(
      (day) => format.formatToParts(day).find(({ type }) => type === part)?.value ?? '',
    );
  });
}

/** Each word for a month, with the month's number from 1. */
export const months: ReadonlyMap<string, number> = new Map([
  ['sept', 9],
  ...languages.flatMap((language) =>
    namesOf(language, 'month', daysOfMonths).map(
      (name, place) => [plainWord(name), (place % 12) + 1] as const,
    ),
  ),
]);

/** Words beside the numbers of a date, a time or an amount. */
export const besideNumbers: ReadonlySet<string> = new Set([
  // Some languages have weekdays of one letter, which are common in SKUs.
  ...languages
    .flatMap((language) => namesOf(language, 'weekday', week))
    .map(plainWord)
    .filter((word) => word.length > 1),
  ...Intl.supportedValuesOf('currency').map(plainWord),
  ...wordsOf('kr kč zł ft лв lei fr rs rp rm руб грн din us ca au nz hk am pm de of uhr'),
  ...wordsOf('年 月 日 時 时 分 秒 点 午前 午後 上午 下午 년 월 일 시 분 초 오전 오후'),
]);

export const truths: ReadonlySet<string> = new Set(
  wordsOf('true wahr vrai verdadero vero verdadeiro waar prawda истина sand sann tosi doğru igaz'),
);

export const falsehoods: ReadonlySet<string> = new Set(
  wordsOf('false falsch faux falso onwaar fałsz ложь falsk falskt usann epätosi yanlış hamis'),
);
