import { useCall } from '#api/use-call.ts';
import { useSession } from '#api/use-session.ts';
import type { LicenseType } from '#contract/shop/account.ts';

/** The licence that a buyer gets now. `version`: of its text; undefined until known. */
export interface ShownLicence {
  readonly licenseType: LicenseType;
  readonly version: string | undefined;
}

/** Null for a visitor. */
export function useShownLicence(): ShownLicence | null {
  const licenseType = useSession((state) => state.user?.licenseType);
  const { data } = useCall('licenceTexts', licenseType ? {} : null);
  if (!licenseType) return null;
  const text = data?.licenceTexts.find((each) => each.licenseType === licenseType);
  return { licenseType, version: text?.version };
}
