import { useLicenceItems } from '#api/use-licence-items.ts';
import { boughtAgain } from '#contract/shop/licence-rules.ts';
import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import { type CartChange, firstSeen, movedPrices } from '#offline/views/cart-changes.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { waitingCouponText } from '#offline/views/waiting-coupon-text.ts';
import { PaperImage } from '#ui/paper-image.tsx';
import { Price } from '#ui/price.tsx';
import { PriceNote } from '#ui/price-note.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { useMerged } from '#ui/use-merged.ts';
import styles from './checkout-summary.module.css';
import { LicenceNote } from './licence-note.tsx';
import type { ShownLicence } from './use-shown-licence.ts';

interface LineProps {
  readonly line: ListLine;
  /** How its price changed since the summary was first shown. */
  readonly change: CartChange | undefined;
  readonly isBought: boolean;
}

function Line({ line, change, isBought }: LineProps) {
  const { snapshot } = line;
  const items = useLicenceItems();
  const image = { url: snapshot.image, width: 640, height: 640, color: 'var(--paper-deep)' };
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        {snapshot.image !== '' && <PaperImage image={image} alt="" sizes="72px" />}
      </span>
      <div>
        <h3 className={styles.title}>{snapshot.title}</h3>
        <Price price={snapshot.price} discountedPrice={snapshot.discountedPrice} />
        {snapshot.inCollection && (
          <p className="soft">In the collection “{snapshot.inCollection.name}”</p>
        )}
        <PriceNote change={change} />
        {isBought && (
          <p className={styles.owned}>
            You already own this design. Buying it again {boughtAgain(items)}.
          </p>
        )}
      </div>
    </li>
  );
}

interface CheckoutSummaryProps {
  readonly cart: CartView;
  /** The ids of designs bought before. */
  readonly boughtIds: Pick<ReadonlySet<string>, 'has'>;
  readonly licence: ShownLicence | null;
}

/** What is about to be bought, at what price and under which licence. */
export function CheckoutSummary({ cart, boughtIds, licence }: CheckoutSummaryProps) {
  const { totals } = cart;
  const moved = movedPrices(useMerged(cart.lines, firstSeen), cart.lines);
  const lines = cart.lines.filter((line) => line.snapshot.isAvailable);
  const gone = cart.lines.length - lines.length;
  return (
    <section className={`card stack-3 ${styles.summary}`} aria-labelledby="order-summary">
      <div className={styles.head}>
        <h2 id="order-summary">Order Summary</h2>
        <ShopLink to={paths.cart.path}>Edit Cart</ShopLink>
      </div>
      <p className="soft">{counted(totals.count, 'item')}</p>
      <ul className="stack-3">
        {lines.map((line) => (
          <Line
            key={line.productId}
            line={line}
            change={moved.get(line.productId)}
            isBought={boughtIds.has(line.productId)}
          />
        ))}
      </ul>
      {gone > 0 && (
        <p className="soft">
          {counted(gone, 'design in your cart is', 'designs in your cart are')} no longer sold and
          not included in this order.
        </p>
      )}
      <LicenceNote licence={licence} />
      <dl className="stack-2">
        <div className="sum">
          <dt>Subtotal</dt>
          <dd>{formatUsd(totals.subtotal)}</dd>
        </div>
        {cart.appliedCoupon && (
          <div className="sum">
            <dt>
              Coupon {cart.appliedCoupon.code}
              {!cart.isCouponCounted && ' is applied when you create the order'}
            </dt>
            {cart.isCouponCounted && <dd>−{formatUsd(totals.couponDiscount)}</dd>}
          </div>
        )}
        <div className="sum">
          <dt>Taxes</dt>
          <dd>$0.00</dd>
        </div>
        <div className="sum-total">
          <dt>Total</dt>
          <dd>{formatUsd(totals.total)}</dd>
        </div>
      </dl>
      <p className="soft">No tax is added.</p>
      {cart.couponProblem && <p className="soft">{waitingCouponText(cart)}</p>}
    </section>
  );
}
