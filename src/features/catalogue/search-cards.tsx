import type { ReactNode } from 'react';
import type { SearchPage } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import type { CardActions } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';
import styles from './search-cards.module.css';

interface SearchCardsProps {
  readonly found: SearchPage;
  readonly page: number;
  readonly actions: CardActions;
}

/** A page of a search: the designs with every word, then the close ones under lines that say which words they lack. */
export function SearchCards({ found, page, actions }: SearchCardsProps) {
  const { products, close } = found;
  const before = (page - 1) * limits.searchPageSize;
  const starts = [{ from: 0, without: null }, ...close];
  return (
    <div className="stack-6">
      {starts.map(({ from, without }, place) => {
        const end = (starts[place + 1]?.from ?? Number.POSITIVE_INFINITY) - before;
        const shown = products.slice(Math.max(0, from - before), Math.max(0, end));
        if (shown.length === 0) return null;
        if (without === null) return <ProductGrid key="exact" products={shown} actions={actions} />;
        const id = `close-${from}`;
        return (
          <section key={id} className="stack-4" aria-labelledby={id}>
            <h3 id={id} className={styles.line}>
              {without.length === 0 ? 'Close to your words' : 'Close, without '}
              {listed(without)}
            </h3>
            <ProductGrid products={shown} actions={actions} isOnly={false} />
          </section>
        );
      })}
    </div>
  );
}

/** `fox`, `fox and moon`, or `fox, moon, and owl`, with the words set off. */
function listed(words: readonly string[]): ReactNode[] {
  const parts = new Intl.ListFormat('en').formatToParts(words);
  return parts.map(({ type, value }) =>
    type === 'element' ? <em key={value}>{value}</em> : value,
  );
}
