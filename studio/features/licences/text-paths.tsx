import type { LicenseType } from '#contract/shop/account.ts';
import type { StoredText } from '#contract/studio/licences.ts';
import { Badge } from '../../ui/badge.tsx';

export function textPath({ licenseType, version }: StoredText): string {
  return `/licences/${licenseType}/${version}`;
}

/** Where a new version is written; no version has this name. */
export function newTextPath(licenseType: LicenseType): string {
  return `/licences/${licenseType}/new`;
}

export function TextBadge({ isInForce }: { readonly isInForce: boolean }) {
  return isInForce ? <Badge tone="good">In force</Badge> : <Badge tone="plain">Superseded</Badge>;
}
