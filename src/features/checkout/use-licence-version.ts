import { useCall } from '#api/use-call.ts';
import { useSession } from '#api/use-session.ts';

/** The version of the licence text that a buyer gets now; undefined until known. */
export function useLicenceVersion(): string | undefined {
  const licenseType = useSession((state) => state.user?.licenseType);
  const { data } = useCall('licenceTexts', licenseType ? {} : null);
  return data?.licenceTexts.find((text) => text.licenseType === licenseType)?.version;
}
