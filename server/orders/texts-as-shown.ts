import { messages } from '#contract/messages/messages.ts';
import { type LicenseType, licenseTypeNames } from '#contract/shop/account.ts';
import { textsInForce } from '../licences/stored-texts.ts';
import type { Reader } from '../platform/database/open.ts';
import { readSetting } from '../platform/settings/settings.ts';
import type { CheckoutBody } from './store-order.ts';

// Not in contract/messages, because those are part of every page.
const licenceChanged = 'Our licence text has changed. Please read it before you create your order.';

/** The terms and the licence that an order is made under. */
export async function readTexts(reader: Reader, licenseType: LicenseType) {
  const { value: studio } = await readSetting(reader, 'studio');
  const licence = (await textsInForce(reader))[licenseType];
  return { termsVersion: studio.termsVersion, licence };
}

/** Which text has changed since its buyer saw it, in words for them; null: none (OP-47). */
export function changedText(
  { termsVersion, licence }: Awaited<ReturnType<typeof readTexts>>,
  { acceptedTermsVersion, licenseType, licenceTextVersion }: CheckoutBody,
): string | null {
  if (acceptedTermsVersion !== undefined && acceptedTermsVersion !== termsVersion) {
    return messages.checkout.termsChanged;
  }
  if (licenseType !== undefined && licenseType !== licence.licenseType) {
    return `Your account now buys under the licence “${licenseTypeNames[licence.licenseType]}”. Please read it before you create your order.`;
  }
  const isOtherLicence = licenceTextVersion !== undefined && licenceTextVersion !== licence.version;
  return isOtherLicence ? licenceChanged : null;
}
