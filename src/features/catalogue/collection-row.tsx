import { useId } from 'react';
import { useCall } from '#api/use-call.ts';
import type { Collection } from '#contract/shop/collection.ts';
import { paths } from '#contract/shop/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { CollectionCard } from './collection-card.tsx';
import styles from './design-row.module.css';
import { rowLength } from './design-row.tsx';
import { useCollectionsWith } from './use-collection.ts';

interface RowProps {
  readonly title: string;
  readonly collections: readonly Collection[];
}

function Row({ title, collections }: RowProps) {
  const id = useId();
  if (collections.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <ShopLink className={styles.all} to={paths.collections.path}>
          See all collections
          <Icon name="right" size={16} />
        </ShopLink>
      </div>
      <ul className={styles.list}>
        {collections.slice(0, rowLength).map((collection) => (
          <li key={collection._id}>
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CollectionRow() {
  const { data } = useCall('collections', {});
  return <Row title="Collections" collections={data?.collections ?? []} />;
}

export function CollectionsWith({ productId }: { readonly productId: string }) {
  return <Row title="Goes together in" collections={useCollectionsWith(productId) ?? []} />;
}
