import { formatUsd } from '#contract/wire/money.ts';
import styles from './price-note.module.css';

interface PriceNoteProps {
  /** The prices to pay, in dollars; null if there is none to compare. Undefined: no price changed. */
  readonly change:
    | { readonly title: string; readonly from: number | null; readonly to: number | null }
    | undefined;
}

/** Points out a price that changed while the page was open, and announces it with the design's name. */
export function PriceNote({ change }: PriceNoteProps) {
  const { title = '', from = null, to = null } = change ?? {};
  const hasChanged = from !== null && to !== null;
  // Always rendered: screen readers don't announce a status that appears together with its text.
  return (
    <div role="status" className={styles.region}>
      {hasChanged && (
        <p className={to > from ? styles.dearer : styles.cheaper}>
          <span className="visually-hidden">{title}: </span>
          {to > from ? 'Price went up' : 'Price went down'}: it was {formatUsd(from)}
        </p>
      )}
    </div>
  );
}
