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

/** A new account, approved unless a part says otherwise. Its rows on the device are its own. */
export function newUser(part: Partial<User> = {}): User {
  return userOf(crypto.randomUUID().replaceAll('-', '').slice(0, 24), part);
}
