import { useCall } from '#api/use-call.ts';
import { categoryPath, designerPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { CollectionsWith } from './collection-row.tsx';
import { DesignRow, rowLength, rowProducts } from './design-row.tsx';
import { GoingWith } from './going-with.tsx';
import type { CardActions } from './product-card.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

/** Enough for a row after removing the design itself and those of the first row. */
const asked = String(2 * rowLength + 1);

interface MoreDesignsProps {
  readonly product: Product;
  readonly actions: CardActions;
}

/** What goes well with the design, a row by its first designer, and a row of its first category; no design appears twice. Then the designs viewed before it. */
export function MoreDesigns({ product, actions }: MoreDesignsProps) {
  const [designer] = product.designer;
  const [category] = product.categories;
  const byDesigner = useCall(
    'productsFilter',
    designer === undefined ? null : { query: { designer, limit: asked } },
  );
  const inCategory = useCall(
    'productsFilter',
    category ? { query: { category: category._id, limit: asked } } : null,
  );
  const others = rowProducts(byDesigner)?.filter(({ _id }) => _id !== product._id) ?? null;
  const first = new Set(others?.slice(0, rowLength).map(({ _id }) => _id));
  const alike = rowProducts(inCategory)?.filter(
    ({ _id }) => _id !== product._id && !first.has(_id),
  );
  return (
    <>
      <CollectionsWith productId={product._id} />
      <GoingWith product={product} actions={actions} />
      {designer !== undefined && (
        <DesignRow
          title={`More from ${designer}`}
          link="See all"
          linkLabel={`See all designs by ${designer}`}
          to={designerPath(designer)}
          products={others}
          actions={actions}
        />
      )}
      {category && (
        <DesignRow
          title={`More in ${category.name}`}
          link="See all"
          linkLabel={`See all designs in ${category.name}`}
          to={categoryPath(category._id)}
          products={others && (alike ?? null)}
          actions={actions}
        />
      )}
      <RecentlyViewed productId={product._id} actions={actions} />
    </>
  );
}
