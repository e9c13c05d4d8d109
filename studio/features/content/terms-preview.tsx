import type { Terms } from '#contract/shop/content.ts';
import { firstLicenceItems } from '#contract/shop/licence-rules.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { TermsScreen } from '#features/legal/terms-screen.tsx';
import { useAnswer } from '../../api/use-answer.ts';

interface TermsPreviewProps {
  readonly terms: Terms;
  readonly settings: StudioSettings;
}

/** The terms with the number of items that a licence bought now covers. */
export function TermsPreview({ terms, settings }: TermsPreviewProps) {
  const [licence] = useAnswer('allLicenceTexts').answer?.texts ?? [];
  return (
    <TermsScreen
      terms={terms}
      version={settings.termsVersion}
      items={licence?.items ?? firstLicenceItems}
      designers={settings.designers}
    />
  );
}
