import type { CallRequest } from '#contract/shop/calls.ts';

/** A sign-up form that is in order. */
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
