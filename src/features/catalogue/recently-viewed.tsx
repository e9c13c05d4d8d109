import { useEffect, useRef, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { useSession } from '#api/use-session.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { readViewed, recordViewed } from '#offline/catalogue/viewed-designs.ts';
import { DesignRow } from './design-row.tsx';
import type { CardActions } from './product-card.tsx';

interface RecentlyViewedProps {
  readonly actions: CardActions;
  /** The design that is being looked at now. */
  readonly productId?: string;
}

/** A design as the shop has it now; null if it is no longer sold, or can't be shown offline. */
async function designOf(id: string): Promise<Product | null> {
  try {
    return (await shopClient.request('product', { params: { id } })).product;
  } catch {
    return null;
  }
}

/** The designs looked at on this device, by the account that is signed in, without `productId`, which is recorded. */
async function viewedDesigns(accountId: string | null, productId?: string): Promise<Product[]> {
  const ids = await (productId === undefined
    ? readViewed(null, accountId)
    : recordViewed(null, accountId, productId));
  const designs = await Promise.all(ids.map(designOf));
  return designs.filter((design) => design !== null);
}

/** A row of the designs that were looked at last on this device; renders nothing until they are known, or if there are none. */
export function RecentlyViewed({ actions, productId }: RecentlyViewedProps) {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const [products, setProducts] = useState<readonly Product[]>([]);
  const opened = useRef({ accountId, productId });

  useEffect(() => {
    if (opened.current.productId !== productId) opened.current = { accountId, productId };
    // A sign-out has just made the device forget what is still shown here.
    if (accountId === null && opened.current.accountId !== null) return;
    let isGone = false;
    viewedDesigns(accountId, productId).then(
      (designs) => {
        if (!isGone) setProducts(designs);
      },
      // Without storage nothing is remembered.
      () => {},
    );
    return () => {
      isGone = true;
      setProducts([]);
    };
  }, [accountId, productId]);

  return (
    <DesignRow
      title="Recently viewed"
      link="Forget them"
      linkLabel="Forget them: what this device remembers"
      to={paths.storage.path}
      products={products}
      length={12}
      actions={actions}
    />
  );
}
