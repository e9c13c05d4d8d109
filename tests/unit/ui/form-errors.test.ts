import { describe, expect, it } from 'vitest';
import { loginSchema, signUpFormSchema } from '#contract/shop/account.ts';
import { formErrors } from '#ui/form-errors.ts';

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  licenseType: '',
  businessVerificationLink: '',
  password: '',
  confirmPassword: '',
};
const filled = {
  firstName: 'Bea',
  lastName: 'Button',
  email: 'bea@shop.example',
  licenseType: 'FABRIC_SHOP',
  businessVerificationLink: 'https://shop.example',
  password: 'needle',
  confirmPassword: 'needle',
};
const signUp = (values: Partial<typeof filled>) =>
  formErrors(signUpFormSchema, { ...filled, ...values });

describe('the sign-up form', () => {
  it('may be sent when every field is valid (Q01)', () => {
    expect(signUp({})).toEqual({});
  });

  it('reports each required field that is empty (Q02, Q03, Q04, Q05, Q06, Q07, Q08)', () => {
    expect(formErrors(signUpFormSchema, empty)).toEqual({
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      email: 'Email is required',
      licenseType: 'License Type is required',
      businessVerificationLink: 'Business Verification Link is required',
      password: 'Password is required',
      confirmPassword: 'Confirm password is required',
    });
  });

  it('refuses an invalid e-mail (Q04)', () => {
    expect(signUp({ email: 'bea' })).toEqual({ email: 'Invalid email address' });
  });

  it('refuses a password under 6 characters (Q07, U15)', () => {
    const short = { password: 'needl', confirmPassword: 'needl' };
    expect(signUp(short)).toEqual({ password: 'Password must be at least 6 characters long' });
  });

  it('refuses a confirmation that differs (Q08)', () => {
    expect(signUp({ confirmPassword: 'noodle' })).toEqual({
      confirmPassword: 'Passwords do not match',
    });
  });
});

describe('the sign-in form', () => {
  it('asks for e-mail and password with their own texts (Q09)', () => {
    const errors = (email: string, password: string) =>
      formErrors(loginSchema, { email, password });

    expect(errors('', '')).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(errors('bea', 'needl')).toEqual({
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters',
    });
    expect(errors('bea@shop.example', 'needle')).toEqual({});
  });
});
