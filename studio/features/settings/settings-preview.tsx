import * as v from 'valibot';
import { brandFields } from '#contract/studio/brand.ts';
import type { Content } from '#contract/studio/content.ts';
import { contentCalls } from '#contract/studio/content-calls.ts';
import { Footer } from '#features/storefront/footer.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { PreviewFrame } from '../content/preview-frame.tsx';
import type { EditedSettings } from './settings-form-fields.ts';

/** The strip on top of the shop's pages and their foot, with these settings; what isn't whole yet is left out. */
export function SettingsPreview({ settings }: { readonly settings: EditedSettings }) {
  const { answer } = useAnswer(contentCalls.contentSections);
  if (!answer) return null;
  const { announcement, footer, look } = Object.fromEntries(
    answer.sections.map(({ section, content }) => [section, content]),
  ) as unknown as Content;
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
