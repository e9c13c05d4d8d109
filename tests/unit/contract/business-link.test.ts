import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { businessLink, registerSchema } from '#contract/shop/account.ts';
import { badLinks, goodLinks } from '#tests/support/bypass/link-corpus.ts';
import { registration } from '#tests/support/registration.ts';

function takes(businessVerificationLink: string): boolean {
  return safeParse(registerSchema, registration({ businessVerificationLink })).success;
}

test('accepts any other answer as text, which is no link', () => {
  const answers = [
    ...badLinks,
    'I sew for myself',
    'Noch keins: Stoffmarkt am Samstag',
    'None yet',
  ];
  expect(answers.filter((text) => takes(text) !== (text.trim() !== ''))).toEqual([]);
  expect(answers.map(businessLink).filter((link) => link !== null)).toEqual([]);
  expect(takes('x'.repeat(301))).toBe(false);
});

test('accepts web addresses and handles', () => {
  expect(goodLinks.filter((link) => !takes(link))).toEqual([]);
});

test('links only to https, with no character that ends an attribute', () => {
  const addresses = [...goodLinks, ...badLinks].map(businessLink).filter((link) => link !== null);
  expect(addresses.filter((link) => !/^https:\/\/[^\s"<>`]+$/.test(link))).toEqual([]);
});
