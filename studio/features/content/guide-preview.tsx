import type { Guide } from '#contract/shop/content.ts';
import { LicenceKinds } from '#features/legal/licence-kinds.tsx';
import { useItemsInForce } from './use-items-in-force.ts';

/** The guide to the licences with the number of items that one bought now covers. */
export function GuidePreview({ guide }: { readonly guide: Guide }) {
  return (
    <div className="page">
      <p>{guide.lead}</p>
      <LicenceKinds kinds={guide.kinds} items={useItemsInForce()} />
    </div>
  );
}
