import { useState } from 'react';
import { useLicenceItems } from '#api/use-licence-items.ts';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { isSoldTo } from '#contract/shop/is-sold-to.ts';
import { licenceSentence, type SellerKind } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './product-details.module.css';

const choices: readonly { readonly value: SellerKind; readonly label: string }[] = [
  { value: 'handmade', label: 'I sew or craft' },
  { value: 'wholesale', label: 'I sell wholesale' },
  { value: 'fabric', label: 'I print for others' },
];

/** Lets a visitor say what they do, and says which licence that needs. */
function LicenceChoice({ isForFabricShops }: Pick<Product, 'isForFabricShops'>) {
  const [kind, setKind] = useState<SellerKind>('handmade');
  const items = useLicenceItems();
  return (
    <>
      <ChoiceChips title="What do you do?" choices={choices} chosen={kind} onChoose={setKind} />
      <p role="status">{(isForFabricShops || kind !== 'fabric') && licenceSentence(kind, items)}</p>
    </>
  );
}

/** The licence that comes with the design: by the account, or as a visitor says. */
export function LicenceLine({ isForFabricShops }: Pick<Product, 'isForFabricShops'>) {
  const type = useSession(({ user }) => user?.licenseType);
  return (
    <div className={styles.licence}>
      <Icon name="tag" size={22} />
      <div className="stack-2">
        {type && isSoldTo(type, { isForFabricShops }) && (
          <p>
            You buy: <strong>{licenseTypeNames[type]} licence</strong> ·{' '}
            <ShopLink to={`${paths.licence.path}#${type}`}>what it allows</ShopLink>
          </p>
        )}
        {!type && <LicenceChoice isForFabricShops={isForFabricShops} />}
        {!isForFabricShops && <strong>{messages.cart.notForFabricShops}</strong>}
        {!type && (
          <p>
            <ShopLink to={paths.terms.path}>Read the terms</ShopLink>
          </p>
        )}
      </div>
    </div>
  );
}
