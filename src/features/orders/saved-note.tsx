import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { savedAgo } from '#ui/time-ago.ts';
import { useLate } from '#ui/use-late.ts';
import styles from './saved-note.module.css';
import type { OrdersState } from './use-orders.ts';

interface SavedNoteProps {
  readonly state: OrdersState;
  /** In its place while the list is the shop's newest. */
  readonly children?: ReactNode;
}

/**
 * What is shown is the saved list, since the shop can't be asked or is late: how old it is, and why.
 * Its place is reserved, so that nothing moves when it comes.
 */
export function SavedNote({ state, children }: SavedNoteProps) {
  const isLate = useLate(state.isLoading);
  const reason = state.problem ?? (isLate ? 'The shop has not answered yet.' : null);
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
