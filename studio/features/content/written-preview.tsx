import { withPageFacts } from '#contract/shop/written-page.ts';
import { sellerCalls } from '#contract/studio/seller.ts';
import type { StudioSettings } from '#contract/studio/settings.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { WrittenScreen, type WrittenScreenProps } from '#features/legal/written-screen.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { useItemsInForce } from './use-items-in-force.ts';

interface WrittenPreviewProps extends Pick<WrittenScreenProps, 'name' | 'page'> {
  readonly settings: StudioSettings;
}

/** A page of text as it would be published today. */
export function WrittenPreview({ name, page, settings }: WrittenPreviewProps) {
  const { name: seller = '', address = '' } = useAnswer(sellerCalls.seller).answer ?? {};
  const fill = (text: string) => withPageFacts(text, { shop: settings.name, seller, address });
  const sections = page.sections.map(({ title, text }) => ({
    title: fill(title),
    text: fill(text),
  }));
  return (
    <WrittenScreen
      name={name}
      page={{ ...page, lead: fill(page.lead), sections }}
      version={dayIn(undefined, new Date())}
      items={useItemsInForce()}
      designers={settings.designers}
    />
  );
}
