import { Button } from './button.tsx';
import styles from './refused-list.module.css';

interface RefusedChange {
  readonly id: string;
  /** Its design; undefined if the title isn't known. */
  readonly title: string | undefined;
  /** Such as `could not be added`. */
  readonly what: string;
  /** The shop's reason; empty: it gave none. */
  readonly reason: string;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** The changes that the shop refused; renders nothing if there are none. */
export function RefusedList({ changes }: { readonly changes: readonly RefusedChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="stack-2" aria-label="Failed">
      {changes.map(({ id, title, what, reason, onRetry, onDismiss }) => (
        <li key={id} className={styles.refused}>
          <span>
            <strong>{title ?? 'A design'}</strong> {what}. {reason || 'The shop gave no reason.'}
          </span>
          <span className={styles.actions}>
            <Button variant="quiet" onClick={onRetry}>
              Try again
            </Button>
            <Button variant="quiet" onClick={onDismiss}>
              Dismiss
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
