import type { User } from '#contract/shop/account.ts';

/** An approved account with this id. */
export function userOf(_id: string, part: Partial<User> = {}): User {
  return {
    _id,
    firstName: `Name of ${_id.slice(0, 2)}`,
    lastName: 'Button',
    email: `${_id}@shop.example`,
    licenseType: 'SMALL_BUSINESS',
    businessVerificationLink: 'https://shop.example/',
    avatar: null,
    status: 'approved',
    approved: true,
    ...part,
  };
}
