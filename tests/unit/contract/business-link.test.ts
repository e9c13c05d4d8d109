import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { businessLink, registerSchema } from '#contract/shop/account.ts';
import { badLinks, goodLinks } from '#tests/support/bypass/link-corpus.ts';
import { registration } from '#tests/support/registration.ts';

function takes(businessVerificationLink: string): boolean {
  return safeParse(registerSchema, registration({ businessVerificationLink })).success;
}

test('refuses everything that is neither a web address nor a handle', () => {
  expect(badLinks.filter(takes)).toEqual([]);
});

test('accepts web addresses and handles', () => {
  expect(goodLinks.filter((link) => !takes(link))).toEqual([]);
});

test('links only to https, with no character that ends an attribute', () => {
  const addresses = [...goodLinks, ...badLinks].map(businessLink).filter((link) => link !== null);
  expect(addresses.filter((link) => !/^https:\/\/[^\s"<>`]+$/.test(link))).toEqual([]);
});
