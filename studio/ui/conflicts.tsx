import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import styles from './conflicts.module.css';

/** A field that a colleague saved too. */
export interface Conflict {
  readonly field: string;
  readonly name: string;
  /** Who changed it, as a sentence. */
  readonly editor: string;
  /** Both values in words; empty for none. */
  readonly mine: string;
  readonly theirs: string;
}

export interface ConflictsProps {
  readonly conflicts: readonly Conflict[];
  /** Whether the choice saves by itself. */
  readonly isSavedByChoice?: boolean;
  /** Whether the page publishes instead of saving. */
  readonly isPublished?: boolean;
  readonly onSettle: (field: string, choice: 'mine' | 'theirs') => void;
}

/** The fields that a colleague saved too, with both values, of which one is chosen. */
export function Conflicts(props: ConflictsProps) {
  const { conflicts, isSavedByChoice = false, isPublished = false, onSettle } = props;
  return (
    <section className={styles.conflicts} aria-label="Changed by two people">
      <p role="alert">
        Not {isPublished ? 'published' : 'saved'} yet: someone else changed this too.{' '}
        {isSavedByChoice
          ? 'Choose what stays.'
          : `Choose what stays, then ${isPublished ? 'publish' : 'save'}.`}
      </p>
      {conflicts.map(({ field, name, editor, mine, theirs }) => (
        <fieldset key={field} className={styles.conflict}>
          <legend>{name}</legend>
          <p className={styles.editor}>{editor}</p>
          <dl className={styles.values}>
            <Value whose="Mine" name={name} text={mine} />
            <Value whose="Theirs" name={name} text={theirs} />
          </dl>
          <div className="row-2">
            <Button
              variant="paper"
              aria-label={`Keep mine: ${name}`}
              onClick={() => onSettle(field, 'mine')}
            >
              Keep mine
            </Button>
            <Button
              variant="paper"
              aria-label={`Use theirs: ${name}`}
              onClick={() => onSettle(field, 'theirs')}
            >
              Use theirs
            </Button>
          </div>
        </fieldset>
      ))}
    </section>
  );
}

/** A value in characters or lines beyond which only its beginning is shown, so that the choices stay in sight on a phone. */
const longText = 240;
const longLines = 4;

interface ValueProps {
  readonly whose: 'Mine' | 'Theirs';
  readonly name: string;
  readonly text: string;
}

function Value({ whose, name, text }: ValueProps) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const isLong = text.length > longText || text.split('\n').length > longLines;
  const action = isWhole ? 'Show less' : 'Show all';
  return (
    <div>
      <dt>
        {whose}
        {isLong && (
          <Button
            variant="quiet"
            aria-label={`${action} of ${whose.toLowerCase()}: ${name}`}
            aria-expanded={isWhole}
            aria-controls={id}
            onClick={() => setWhole(!isWhole)}
          >
            {action}
          </Button>
        )}
      </dt>
      <dd
        id={isLong ? id : undefined}
        className={isLong && !isWhole ? styles.beginning : undefined}
      >
        {text || '—'}
      </dd>
    </div>
  );
}
