import { type ReactNode, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { Product } from '#contract/product.ts';
import type { Sort } from '#contract/sort.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import styles from './licence-shelf.module.css';
import { PlaceholderCard, ShelfCard } from './shelf-card.tsx';
import { arrangeShelf, everything, type ShelfChoice, shelfOptions } from './shelf-choice.ts';
import { ShelfFilters } from './shelf-filters.tsx';

export interface LicenceShelfProps {
  /** The newest designs; empty where there are none or they can't be had. */
  readonly products: readonly Product[];
  /** The studio's, for when no design is there. */
  readonly designers: readonly string[];
  readonly sortMenu: (sort: Sort, onChange: (sort: Sort) => void) => ReactNode;
}

/** What the studio draws: stands in for the categories while no design is there to show. */
const kinds = ['Seamless patterns', 'PNGs', 'Logo and branding kits'] as const;
const placeholders = [0, 1, 2, 3, 4, 5] as const;

/**
 * Designs to license. The controls ask the shop for nothing: they arrange the cards that are here
 * (N07); without any, placeholders show the way to the shop (OP-41).
 */
export function LicenceShelf({ products, designers, sortMenu }: LicenceShelfProps) {
  const [choice, setChoice] = useState<ShelfChoice>(everything);
  const isEmpty = products.length === 0;
  const shown = arrangeShelf(products, choice);
  const options = isEmpty
    ? { categories: kinds.map((name) => ({ value: name, label: name })), designers }
    : shelfOptions(products);
  const change = (part: Partial<ShelfChoice>) => setChoice({ ...choice, ...part });
  return (
    <section aria-labelledby="shelf">
      <h2 id="shelf" className={styles.title}>
        Find a design to license
      </h2>
      <div className={styles.shelf}>
        <ShelfFilters
          options={options}
          range={limits.licencePageRange}
          choice={choice}
          isDisabled={isEmpty}
          onChange={change}
        />
        <div className={styles.results}>
          <fieldset className={styles.tools} disabled={isEmpty}>
            <p role="status">
              {isEmpty ? 'The designs are in the shop' : `${shown.length} of our newest designs`}
            </p>
            {sortMenu(choice.sort, (sort) => change({ sort }))}
          </fieldset>
          {!isEmpty && shown.length === 0 && (
            <EmptyScene scene="search" level={3} title="None of the newest is like that">
              <Button onClick={() => setChoice(everything)}>Show all of them</Button>
            </EmptyScene>
          )}
          <ul className={styles.grid} aria-label="Designs to license">
            {shown.map((product) => (
              <ShelfCard key={product._id} product={product} />
            ))}
            {isEmpty &&
              placeholders.map((place) => (
                <PlaceholderCard key={place} title={kinds[place % kinds.length] ?? kinds[0]} />
              ))}
          </ul>
          <LinkButton variant="paper" className={styles.all} to={paths.shop.path}>
            See all designs
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
