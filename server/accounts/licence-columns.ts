import { messages } from '#contract/messages/messages.ts';
import { businessLink, type LicenseType } from '#contract/shop/account.ts';
import { Problem } from '../platform/http/problem.ts';

interface LicenceInfo {
  readonly licenseType?: LicenseType | undefined;
  readonly businessVerificationLink?: string | undefined;
}

/**
 * The one rule for licence data from any source (OP-24): returns what is given, with its link as https.
 * Orders have a copy of theirs, so past orders don't change.
 * @throws INVALID
 */
export function licenceColumns<T extends LicenceInfo>(given: T): Pick<T, keyof LicenceInfo> {
  const { licenseType, businessVerificationLink } = given;
  const link =
    businessVerificationLink === undefined ? undefined : businessLink(businessVerificationLink);
  if (link === null) {
    const text = messages.invalid.link;
    throw new Problem('INVALID', text, { fields: { businessVerificationLink: text } });
  }
  return { licenseType, businessVerificationLink: link };
}
