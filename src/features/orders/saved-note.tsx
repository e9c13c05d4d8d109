import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { savedAgo } from '#ui/time-ago.ts';
import { useLate } from '#ui/use-late.ts';
import styles from './saved-note.module.css';
import type { OrdersState } from './use-orders.ts';

interface SavedNoteProps {
  readonly state: OrdersState;
  /** Shown instead while the list is up to date. */
  readonly children?: ReactNode;
}

/**
 * Shown with a saved list, when the shop is unreachable or late: how old the list is, and why. Its space is
 * reserved, so that nothing moves when it appears.
 */
export function SavedNote({ state, children }: SavedNoteProps) {
  const isLate = useLate(state.isLoading);
  const reason = state.problem ?? (isLate ? 'The shop hasn’t answered yet.' : null);
  const isSaved = reason !== null && state.savedAt !== null;
  return (
    <div className={joinClasses(styles.place, isSaved && styles.note)}>
      {!isSaved && children}
      <p role="status">{isSaved && `${savedAgo(state.savedAt, Date.now())}. ${reason}`}</p>
      {isSaved && state.problem !== null && (
        <Button variant="quiet" onClick={() => void state.refresh()}>
          Try again
        </Button>
      )}
    </div>
  );
}
