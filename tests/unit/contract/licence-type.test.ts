import * as v from 'valibot';
import { expect, test } from 'vitest';
import { licenseTypes, signUpFormSchema, userSchema } from '#contract/shop/account.ts';

const form = {
  firstName: 'Olive',
  lastName: 'Thimble',
  email: 'olive@shop.example',
  businessVerificationLink: '@olivesews',
  password: 'paper-pinwheel-42',
  confirmPassword: 'paper-pinwheel-42',
};
const user = {
  ...form,
  _id: 'a'.repeat(24),
  avatar: null,
  status: 'approved',
  approved: true,
};

test('a buyer has exactly one of the two licences (A03)', () => {
  expect(licenseTypes).toEqual(['FABRIC_SHOP', 'SMALL_BUSINESS']);
  for (const licenseType of licenseTypes) {
    expect(v.is(signUpFormSchema, { ...form, licenseType }), 'signing up').toBe(true);
    expect(v.is(userSchema, { ...user, licenseType }), 'as answered').toBe(true);
  }
  for (const licenseType of ['', 'BOTH', 'fabric_shop', null, undefined, [...licenseTypes]]) {
    expect(v.is(signUpFormSchema, { ...form, licenseType }), 'signing up').toBe(false);
    expect(v.is(userSchema, { ...user, licenseType }), 'as answered').toBe(false);
  }
});
