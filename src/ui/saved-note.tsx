import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './saved-note.module.css';
import { savedAgo } from './time-ago.ts';
import { useLate } from './use-late.ts';
import type { SavedCopy } from './use-saved-copy.ts';

export interface SavedState extends Omit<SavedCopy<unknown>, 'saved'> {
  /** When the shop answered with what is shown (ISO 8601). */
  readonly savedAt: string | null;
}

interface SavedNoteProps {
  readonly state: SavedState;
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
