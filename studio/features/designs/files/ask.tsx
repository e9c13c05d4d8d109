import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import styles from './design-files.module.css';

interface AskProps {
  readonly title: string;
  readonly text: string;
  /** The label of the confirm button. */
  readonly action: string;
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before something that can't be undone. */
export function Ask({ title, text, action, isOpen, onYes, onClose }: AskProps) {
  return (
    <Modal title={title} isOpen={isOpen} onClose={onClose}>
      <p>{text}</p>
      <div className={styles.answers}>
        <Button onClick={onYes}>{action}</Button>
        <Button variant="paper" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
