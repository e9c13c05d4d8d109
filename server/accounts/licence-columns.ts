import { businessAnswer, type LicenseType } from '#contract/shop/account.ts';

interface LicenceInfo {
  readonly licenseType?: LicenseType | undefined;
  readonly businessVerificationLink?: string | undefined;
}

/**
 * The one rule for licence data from any source (OP-24): returns what is given, with a link as https and any other
 * answer as text. Orders have a copy of theirs, so past orders don't change.
 */
export function licenceColumns<T extends LicenceInfo>(given: T): Pick<T, keyof LicenceInfo> {
  const { licenseType, businessVerificationLink: answer } = given;
  const businessVerificationLink = answer === undefined ? undefined : businessAnswer(answer);
  return { licenseType, businessVerificationLink };
}
