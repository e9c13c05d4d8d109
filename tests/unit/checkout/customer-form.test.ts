import { describe, expect, test } from 'vitest';
import { countryNames } from '#features/checkout/countries.ts';
import { customerErrors, withoutError } from '#features/checkout/customer-form.ts';

const details = { name: 'Robin Reed', email: 'robin@shop.example', country: '', city: '' };

describe('the customer details', () => {
  test('need a name and an e-mail; country and city may stay empty', () => {
    expect(customerErrors(details)).toEqual({});
    expect(customerErrors({ ...details, name: ' ', email: '' })).toEqual({
      name: 'Name is required',
      email: 'Email is required',
    });
  });

  test('refuse an invalid e-mail address', () => {
    expect(customerErrors({ ...details, email: 'robin' })).toEqual({
      email: 'Invalid email address',
    });
  });

  test("lose a field's error, and only that, when it is edited", () => {
    const errors = customerErrors({ ...details, name: '', email: '' });
    expect(withoutError(errors, 'name')).toEqual({ email: 'Email is required' });
  });
});

test('the country field suggests every country of ISO 3166 once, by name', () => {
  const names = countryNames();
  expect(new Set(names).size).toBe(249);
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  expect(names).toContain('Norway');
});
