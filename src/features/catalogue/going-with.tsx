import { useCall } from '#api/use-call.ts';
import { colorName } from '#contract/catalogue/named-colors.ts';
import { fullWeight, readSwatches, type Swatch } from '#contract/catalogue/swatches.ts';
import { colorPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { DesignRow, rowProducts } from './design-row.tsx';
import styles from './going-with.module.css';
import { PartNote } from './part-note.tsx';
import type { CardActions } from './product-card.tsx';
import { useCollectionsWith } from './use-collection.ts';

/** Designs of the same collections that are asked for; an address has no room for many more. */
const mostFirst = 60;

interface GoingWithProps {
  readonly product: Product;
  readonly actions: CardActions;
}

/** The design's main colours, each a link to designs that have it, and a row of designs that go well with it. */
export function GoingWith({ product, actions }: GoingWithProps) {
  const swatches = readSwatches(product.swatches);
  const collections = useCollectionsWith(product._id);
  const first = (collections ?? []).flatMap(({ productIds }) => productIds).slice(0, mostFirst);
  const others = useCall(
    'productsGoingWith',
    swatches.length > 0 && collections
      ? { params: { id: product._id }, query: { first: first.join() } }
      : null,
  );
  const [main] = swatches;
  if (!main) return null;
  return (
    <>
      <section aria-labelledby="design-colors">
        <h2 id="design-colors">Its colours</h2>
        <ul className={styles.colors}>
          {swatches.map((swatch) => (
            <li key={swatch.hex}>
              <ShopLink
                className={styles.color}
                style={{ backgroundColor: swatch.hex }}
                to={colorPath(swatch.hex)}
                aria-label={linkName(swatch)}
              />
            </li>
          ))}
        </ul>
      </section>
      <DesignRow
        title="Goes well with"
        link="See all"
        linkLabel="See all designs in its main colour"
        to={colorPath(main.hex)}
        products={rowProducts(others)}
        note={<PartNote among={others.data?.among} />}
        actions={actions}
      />
    </>
  );
}

/** Two colours of a design may be near the same one, so the name says how much of it each covers. */
function linkName({ hex, weight }: Swatch): string {
  const percent = Math.round((weight / fullWeight) * 100);
  return `Designs in this colour: ${colorName(hex.slice(1)).toLowerCase()}, about ${percent}% of this one`;
}
