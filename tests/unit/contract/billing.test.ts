import * as v from 'valibot';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { billingSchema } from '#contract/shop/billing.ts';

const parse = (company: string) =>
  v.safeParse(billingSchema, { company, address: `${company}\n1 Mill Road`, taxId: '' });

test.each([
  'Müller & Söhne GmbH ®',
  'O’Brien ª (№ 5)',
  'Ελλάς',
  'Чай',
  'ร้านผ้า',
  'עברית',
  'عربي',
  'हिन्दी',
  '日本カー',
  '한국',
  'Việt',
  'می\u200cخواهم',
  'र\u094d\u200dय',
  '辻\u{e0100}商店',
])('a receipt can name %s', (company) => {
  expect(parse(company).success).toBe(true);
});

const unseen = [
  ...['\u200b', '\u00ad', '\u202e', '\u2066', '\u061c', '\u3164', '\u2800', '\u{e0001}', '\ud800'],
  ...['\u200d', 'Fox\u200d', 'Fox\u202eSons', 'Fox\u00ad', '…'],
];

test.each(unseen)('%j, of which a paper shows nothing or something else, is refused', (taxId) => {
  const { issues } = v.safeParse(billingSchema, { company: '', address: '', taxId });
  expect(issues?.map(({ message }) => message)).toEqual([messages.invalid.characters]);
});

test.each(['შპს ქსოვილი', 'বাংলা', 'Fox 🦊', 'Fox\u0007'])(
  '%j is refused at its field',
  (company) => {
    const { issues } = parse(company);
    expect(issues?.map((issue) => v.getDotPath(issue))).toEqual(['company', 'address']);
  },
);

test('a letter whose accent stands apart is stored as one', () => {
  expect(parse('Cafe\u0301').output).toMatchObject({ company: 'Caf\u00e9' });
});
