import { Button } from '#ui/button.tsx';
import styles from './form.module.css';

interface OvertakenProps {
  readonly text: string;
  /** Puts what stands in the shop now in place of what was typed. */
  readonly onShowSaved: () => void;
  /** What was typed may be saved over it. */
  readonly onKeepMine: () => void;
}

/** Said where somebody else saved while this was being written. */
export function Overtaken({ text, onShowSaved, onKeepMine }: OvertakenProps) {
  return (
    <p className={styles.notice} role="alert">
      {text}
      <Button variant="paper" onClick={onShowSaved}>
        Show what was saved
      </Button>
      <Button variant="quiet" onClick={onKeepMine}>
        Keep mine
      </Button>
    </p>
  );
}
