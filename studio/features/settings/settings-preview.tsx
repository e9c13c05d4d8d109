import * as v from 'valibot';
import type { Announcement, FooterTexts } from '#contract/shop/content.ts';
import type { ContentSection } from '#contract/studio/content.ts';
import type { Look } from '#contract/studio/look.ts';
import { brandFields } from '#contract/studio/settings.ts';
import { Footer } from '#features/storefront/footer.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { PreviewFrame } from '../content/preview-frame.tsx';
import type { EditedSettings } from './settings-form-fields.ts';

/** The strip on top of the shop's pages and their foot, with these settings; what isn't whole yet is left out. */
export function SettingsPreview({ settings }: { readonly settings: EditedSettings }) {
  const announcement = useInForce('announcement') as Announcement | undefined;
  const footer = useInForce('footer') as FooterTexts | undefined;
  const look = useInForce('look') as Look | undefined;
  if (!look) return null;
  const link = v.safeParse(brandFields.socialLink, settings.socialLink);
  const socialLink = link.success ? link.output : '';
  const designers = settings.designers.filter(({ name, email }) => name !== '' && email !== '');
  return (
    <PreviewFrame look={look}>
      <PromoStrip texts={announcement} socialLink={socialLink} />
      <Footer settings={{ ...settings, designers, socialLink }} texts={footer} look={look} />
    </PreviewFrame>
  );
}

function useInForce(section: ContentSection) {
  return useAnswer('contentVersions', { params: { section } }).answer?.versions[0]?.content;
}
