import { withItems } from '#contract/shop/licence-rules.ts';
import { LicenceWords } from '#features/legal/licence-words.tsx';
import { Card } from '../../ui/card.tsx';
import type { LicenceWordsOf } from './licence-form.ts';

/** A licence text as it appears on the licence page of a bought design. */
export function AsBuyersSee({ text }: { readonly text: LicenceWordsOf }) {
  return (
    <Card title="As a buyer sees it">
      <LicenceWords text={{ ...text, goods: withItems(text.goods, text.items) }} level={3} />
    </Card>
  );
}
