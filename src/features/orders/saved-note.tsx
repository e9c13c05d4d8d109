import { Button } from '#ui/button.tsx';
import { savedAgo } from '#ui/time-ago.ts';
import { useLate } from '#ui/use-late.ts';
import styles from './saved-note.module.css';
import type { OrdersState } from './use-orders.ts';

/** What is shown is the saved list, since the shop can't be asked or is late: how old it is, and why. */
export function SavedNote({ state }: { readonly state: OrdersState }) {
  const isLate = useLate(state.isLoading);
  const reason = state.problem ?? (isLate ? 'The shop has not answered yet.' : null);
  if (reason === null || state.savedAt === null) return null;
  return (
    <p className={styles.note} role="status">
      <span>
        {savedAgo(state.savedAt, Date.now())}. {reason}
      </span>
      {state.problem !== null && (
        <Button variant="quiet" onClick={() => void state.refresh()}>
          Try again
        </Button>
      )}
    </p>
  );
}
