import type { Terms } from '#contract/shop/content.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { TermsScreen } from '#features/legal/terms-screen.tsx';
import { useItemsInForce } from './use-items-in-force.ts';

interface TermsPreviewProps {
  readonly terms: Terms;
  readonly settings: StudioSettings;
}

/** The terms with the number of items that a licence bought now covers. */
export function TermsPreview({ terms, settings }: TermsPreviewProps) {
  return (
    <TermsScreen
      terms={terms}
      version={settings.termsVersion}
      items={useItemsInForce()}
      designers={settings.designers}
    />
  );
}
