import { businessLink, licenseTypeNames, type User } from '#contract/shop/account.ts';

export interface LicenceFacts {
  readonly type: string;
  /** As the shop has it; empty when not set. */
  readonly link: string;
  /** Where the link leads; null where it leads nowhere a browser should go. */
  readonly href: string | null;
}

/** The licence data of an account, as far as it is set: a saved session may lack a part. */
export function licenceFacts(user: Partial<User>): LicenceFacts {
  const { licenseType, businessVerificationLink = '' } = user;
  return {
    type: licenseType ? licenseTypeNames[licenseType] : '',
    link: businessVerificationLink,
    href: businessLink(businessVerificationLink),
  };
}
