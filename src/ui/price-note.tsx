import { formatUsd } from '#contract/wire/money.ts';
import styles from './price-note.module.css';

interface PriceNoteProps {
  /** Prices to pay, in dollars; null where there is none to compare. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Tells of a price that moved while it was looked at. */
export function PriceNote({ from, to }: PriceNoteProps) {
  if (from === null || to === null) return null;
  const isDearer = to > from;
  return (
    <p className={isDearer ? styles.dearer : styles.cheaper}>
      {isDearer ? 'Price went up' : 'Price went down'}: it was {formatUsd(from)}
    </p>
  );
}
