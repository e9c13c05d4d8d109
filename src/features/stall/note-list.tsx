import { useId } from 'react';
import type { StallNote } from '#offline/outbox/rows.ts';
import { Button } from '#ui/button.tsx';
import { focusBeside } from '#ui/focus-beside.ts';
import { Icon } from '#ui/icon.tsx';
import { timeAgo } from '#ui/time-ago.ts';
import { copyNotes, deleteNotes, downloadNotes } from './note-actions.ts';
import styles from './note-list.module.css';
import { wishText } from './note-texts.ts';

interface NoteListProps {
  readonly notes: readonly StallNote[];
  /** False while the device can't store them. */
  readonly isStored: boolean;
  /** In ms since 1970. */
  readonly now: number;
}

/** What customers want, for the maker only. */
export function NoteList({ notes, isStored, now }: NoteListProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>What customers want</h2>
      <p className="note">
        Private notes: only on this device, and never sent to the shop. If you log out, you are
        asked whether to keep them.
      </p>
      {!isStored && (
        <p className={styles.problem} role="status">
          This device can’t store them now. They are lost when you close this page, so copy them.
        </p>
      )}
      <ul className={styles.notes} aria-label="Notes">
        {notes.map((note) => (
          <li key={note.id} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.name}>{note.name}</p>
              <p>{wishText(note)}</p>
              <p className="note">{timeAgo(note.notedAt, now)}</p>
            </div>
            <Button
              variant="icon"
              aria-label={`Delete the note of ${note.name}: ${wishText(note)}`}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget.closest('li'));
                void deleteNotes([note]);
              }}
            >
              <Icon name="trash" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="row-3">
        <Button variant="paper" onClick={() => void copyNotes(notes)}>
          Copy notes
        </Button>
        <Button variant="paper" onClick={() => downloadNotes(notes)}>
          Download CSV
        </Button>
        {notes.length > 1 && (
          <Button variant="quiet" onClick={() => void deleteNotes(notes)}>
            Delete all notes
          </Button>
        )}
      </div>
    </section>
  );
}
