import { messages } from '#contract/messages/messages.ts';
import { businessLink, type LicenseType } from '#contract/shop/account.ts';
import { Problem } from '../platform/http/problem.ts';

interface LicenceInfo {
  readonly licenseType?: LicenseType | undefined;
  readonly businessVerificationLink?: string | undefined;
}

/**
 * The one rule for licence data, wherever it comes from (OP-24): what is given, with its link made
 * https. Throws INVALID. Orders froze theirs, so nothing of the past changes with it.
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
