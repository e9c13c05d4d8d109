import { businessLink, licenseTypeNames, type User } from '#contract/shop/account.ts';

export interface LicenceFacts {
  readonly type: string;
  /** As the shop stores it; empty when not set. */
  readonly link: string;
  /** The link's target; null if it isn't a URL that a browser should open. */
  readonly href: string | null;
}

/** The licence data of an account, as far as it is set. A saved session may lack some of it. */
export function licenceFacts(user: Partial<User>): LicenceFacts {
  const { licenseType, businessVerificationLink = '' } = user;
  return {
    type: licenseType ? licenseTypeNames[licenseType] : '',
    link: businessVerificationLink,
    href: businessLink(businessVerificationLink),
  };
}
