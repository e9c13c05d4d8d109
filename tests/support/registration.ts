import type { CallRequest } from '#contract/shop/calls.ts';

/** A valid sign-up form. */
export function registration(
  changes: Partial<CallRequest<'register'>['body']> = {},
): CallRequest<'register'>['body'] {
  return {
    firstName: 'Ada',
    lastName: 'Sewell',
    email: 'Ada@Shop.example',
    licenseType: 'SMALL_BUSINESS',
    businessVerificationLink: '@adasews',
    password: 'cotton and thread',
    ...changes,
  };
}
