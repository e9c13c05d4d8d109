import * as v from 'valibot';
import { expect, test } from 'vitest';
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
])('a receipt can name %s', (company) => {
  expect(parse(company).success).toBe(true);
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
