import { Button } from '#ui/button.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import styles from './saved-note.module.css';
import type { OrdersState } from './use-orders.ts';

/** What is shown is the saved list, since the shop can't be asked: how old it is, and why. */
export function SavedNote({ state }: { readonly state: OrdersState }) {
  if (state.problem === null || state.savedAt === null) return null;
  return (
    <p className={styles.note} role="status">
      <span>
        Saved {timeAgo(state.savedAt, Date.now())}. {state.problem}
      </span>
      <Button variant="quiet" onClick={() => void state.refresh()}>
        Try again
      </Button>
    </p>
  );
}
