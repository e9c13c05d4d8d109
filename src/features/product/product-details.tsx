import type { ReactNode } from 'react';
import { categoryPath, clothBenchPath, paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { sizeWithUnit } from '#contract/shop/with-unit.ts';
import { counted } from '#contract/wire/counted.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import { shareLink } from '#ui/share-link.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { useCarriedFocus } from '#ui/use-carried-focus.ts';
import { Description } from './description.tsx';
import { Gallery } from './gallery.tsx';
import { LicenceLine } from './licence-line.tsx';
import styles from './product-details.module.css';
import { ProductFiles } from './product-files.tsx';

export interface ProductActions {
  readonly onAddToCart: (product: Product) => void;
  /** The wishlist heart of a design. */
  readonly heart?: (product: Product) => ReactNode;
  /** Short facts: in the cart, bought before. */
  readonly notes?: (product: Product) => ReactNode;
  /** Asks the studio about it. */
  readonly ask?: (product: Product) => ReactNode;
}

interface ProductDetailsProps {
  readonly product: Product;
  readonly actions: ProductActions;
  /** Makes the button link to the cart. */
  readonly isInCart?: boolean;
  /** The design isn't in the shop yet and may lack anything; the page has a heading of its own. */
  readonly isPreview?: boolean;
}

function Facts({ product }: { readonly product: Product }) {
  return (
    <dl className={`facts ${styles.facts}`}>
      <div>
        <dt>Designed by</dt>
        <dd>{product.designer.join(' & ')}</dd>
      </div>
      <div>
        <dt>Sold</dt>
        <dd>{counted(product.salesCount, 'time')}</dd>
      </div>
      <div>
        <dt>SKU</dt>
        <dd>{product.sku}</dd>
      </div>
      {product.tile && (
        <div>
          <dt>One repeat</dt>
          <dd>{sizeWithUnit(product.tile.width, product.tile.height, 'in')}</dd>
        </div>
      )}
    </dl>
  );
}

function Categories({ categories }: Pick<Product, 'categories'>) {
  if (categories.length === 0) return null;
  return (
    <ul className={styles.categories} aria-label="Categories">
      {categories.map(({ _id, name }) => (
        <li key={_id}>
          <ShopLink className={styles.category} to={categoryPath(_id)}>
            {name}
          </ShopLink>
        </li>
      ))}
    </ul>
  );
}

function Buy({ product, actions, isInCart = false, isPreview }: ProductDetailsProps) {
  const handFocus = useCarriedFocus();
  return (
    <div className={styles.buy}>
      {/* Screen readers have already heard the price above. */}
      <span className={styles.buyPrice} aria-hidden="true">
        <Price price={product.price} discountedPrice={product.discountedPrice} />
      </span>
      {isInCart ? (
        <LinkButton ref={handFocus} className={styles.add} to={paths.cart.path}>
          <Icon name="bag" size={22} isFilled />
          View cart
        </LinkButton>
      ) : (
        <Button
          ref={handFocus}
          className={styles.add}
          disabled={!product.isBuyable}
          onClick={() => actions.onAddToCart(product)}
        >
          <Icon name="bag" size={22} />
          {product.isBuyable || isPreview ? 'Add to Cart' : 'Being drawn'}
        </Button>
      )}
      {actions.heart?.(product)}
    </div>
  );
}

export function ProductDetails(props: ProductDetailsProps) {
  const { product, actions, isPreview = false } = props;
  const Title = isPreview ? 'h2' : 'h1';
  return (
    <article className={styles.product}>
      <div className={styles.pictures}>
        {product.images.length === 0 && <p className={styles.noPicture}>No picture yet</p>}
        <Gallery key={product._id} product={product} notes={actions.notes?.(product)} />
      </div>
      <div className={styles.words}>
        <div className="stack-3">
          <Title>{product.title}</Title>
          <p className={styles.price}>
            <Price price={product.price} discountedPrice={product.discountedPrice} />
          </p>
          {!product.isBuyable && (
            <p className={styles.note}>
              {isPreview
                ? 'It has no file to download yet.'
                : 'Its files are still being drawn. You can buy it very soon.'}
            </p>
          )}
        </div>
        <Buy {...props} />
        <Categories categories={product.categories} />
        <Facts product={product} />
        <div className={styles.more}>
          <LinkButton variant="paper" to={clothBenchPath(product._id)} state={{ product }}>
            <Icon name="ruler" size={22} />
            {product.tile
              ? 'See it on cloth at its real size'
              : 'See it on a cushion, a mug and more'}
          </LinkButton>
          {!isPreview && (
            <Button
              variant="quiet"
              onClick={() => void shareLink(product.title, productPath(product._id))}
            >
              <Icon name="share" size={22} />
              Share
            </Button>
          )}
        </div>
        <LicenceLine isForFabricShops={product.isForFabricShops} />
        <ProductFiles files={product.files} />
        <section className={styles.section} aria-labelledby="description">
          <h2 id="description">Description</h2>
          <Description html={product.description} />
        </section>
        {actions.ask?.(product)}
      </div>
    </article>
  );
}
