import { Button } from '#ui/button.tsx';
import styles from './form.module.css';

interface OvertakenProps {
  readonly text: string;
  /** Replaces what was typed with what is saved now. */
  readonly onShowSaved: () => void;
  /** Lets what was typed be saved over it. */
  readonly onKeepMine: () => void;
}

/** Shown when somebody else saved while this was being edited. */
export function Overtaken({ text, onShowSaved, onKeepMine }: OvertakenProps) {
  return (
    <p className={styles.notice} role="alert">
      {text}
      <Button variant="paper" onClick={onShowSaved}>
        Show the saved version
      </Button>
      <Button variant="quiet" onClick={onKeepMine}>
        Keep mine
      </Button>
    </p>
  );
}
