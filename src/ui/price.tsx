import { discountPercent, formatUsd, isDiscounted, priceToPay } from '#contract/wire/money.ts';
import styles from './price.module.css';

interface PriceProps {
  /** Dollars, as on the wire. */
  readonly price: number;
  readonly discountedPrice: number | null | undefined;
  /** Says the discount in percent, too. */
  readonly hasBadge?: boolean;
}

/** The price to pay; shows the struck-through original and a percent badge only if discounted. */
export function Price({ price, discountedPrice, hasBadge = true }: PriceProps) {
  return (
    <span className={styles.price}>
      <span className={styles.now}>{formatUsd(priceToPay(price, discountedPrice))}</span>
      {isDiscounted(price, discountedPrice) && (
        <>
          <s className={styles.before}>
            <span className="visually-hidden">Before: </span>
            {formatUsd(price)}
          </s>
          {hasBadge && (
            <span className={styles.badge}>{discountPercent(price, discountedPrice)}% off</span>
          )}
        </>
      )}
    </span>
  );
}
