import { useCall } from '#api/use-call.ts';
import { customRequestPath, searchPath } from '#contract/shop/paths.ts';
import type { NearestSearch } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { draftOfSearch } from './draft-of-search.ts';
import styles from './other-searches.module.css';
import type { CardActions } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';

interface OtherSearchesProps {
  /** What was searched for. */
  readonly text: string;
  readonly nearest: readonly NearestSearch[];
  readonly actions: CardActions;
}

/** Shown when no design matches a search: its words corrected, with their results, and the offer of a custom design. */
export function OtherSearches({ text: asked, nearest, actions }: OtherSearchesProps) {
  const isCustomOpen = useCall('customStatus', {}).data?.status === 'On';
  const navigate = useShopNavigate();

  async function request(): Promise<void> {
    try {
      const requests = await device().customRequests();
      const draft = draftOfSearch(await requests.draft(), asked);
      if (draft) await requests.write(draft);
    } catch {
      // Without storage the form opens empty.
    }
    navigate(customRequestPath);
  }

  return (
    <div className="stack-6">
      {nearest.map(({ text, total, products }) => (
        <section key={text} className="stack-4" aria-label={`Designs for ${text}`}>
          <h3 className={styles.title}>
            Did you mean <ShopLink to={searchPath(text)}>{text}</ShopLink>?{' '}
            <span className={styles.count}>{counted(total, 'design')}</span>
          </h3>
          <ProductGrid products={products} actions={actions} isOnly={false} />
        </section>
      ))}
      <section className={styles.custom} aria-labelledby="custom-instead">
        <h3 id="custom-instead" className={styles.title}>
          Not in the shop yet?
        </h3>
        {isCustomOpen ? (
          <>
            <p>You can ask for a custom design.</p>
            <Button variant="paper" onClick={() => void request()}>
              Request a custom design
            </Button>
          </>
        ) : (
          <p>Custom requests are closed right now.</p>
        )}
      </section>
    </div>
  );
}
