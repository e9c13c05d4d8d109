import { formatUsd } from '#contract/wire/money.ts';
import styles from './price-note.module.css';

interface PriceNoteProps {
  /** The prices to pay, in dollars; null if there is none to compare. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Points out a price that changed while the page was open. */
export function PriceNote({ from, to }: PriceNoteProps) {
  if (from === null || to === null) return null;
  const isDearer = to > from;
  return (
    <p className={isDearer ? styles.dearer : styles.cheaper}>
      {isDearer ? 'Price went up' : 'Price went down'}: it was {formatUsd(from)}
    </p>
  );
}
