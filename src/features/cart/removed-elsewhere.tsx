import { logFailure } from '#api/log-failure.ts';
import { device } from '#offline/open-device.ts';
import type { RemovedLine } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { addLineToCart } from './add-to-cart.ts';
import styles from './removed-elsewhere.module.css';

/** Removing it here too is how this device agrees, so that no device reports it again. */
function dismiss(productId: string): void {
  device()
    .removeFromCart(productId)
    .catch((error) => logFailure('A note could not be dismissed', error));
}

/** What other devices of the account removed from the cart, each with Undo; renders nothing if there is nothing. */
export function RemovedElsewhere({ removed }: { readonly removed: readonly RemovedLine[] }) {
  if (removed.length === 0) return null;
  return (
    <ul className="stack-2" aria-label="Removed on other devices">
      {removed.map(({ line, removedOn }) => (
        <li key={line.productId} className={styles.removed}>
          <span>
            <strong>{line.snapshot.title}</strong> was removed on {removedOn}.
          </span>
          <span className={styles.actions}>
            <Button variant="quiet" onClick={() => void addLineToCart(line)}>
              Undo<span className="visually-hidden">: put {line.snapshot.title} back</span>
            </Button>
            <Button variant="quiet" onClick={() => dismiss(line.productId)}>
              Dismiss<span className="visually-hidden"> the note on {line.snapshot.title}</span>
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
