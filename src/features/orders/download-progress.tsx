import { Button } from '#ui/button.tsx';
import styles from './download-button.module.css';
import type { DownloadView } from './download-view.ts';
import { progressText, waitingText } from './download-words.ts';

interface DownloadProgressProps {
  readonly name: string;
  readonly view: DownloadView;
  readonly onCancel: () => void;
}

/** What of a file is here, and of how much; the way out of it. */
export function DownloadProgress({ name, view, onCancel }: DownloadProgressProps) {
  const { phase, reached, total, waitsFor } = view;
  const amount = progressText(reached, total);
  const waiting = phase === 'running' ? waitingText(waitsFor) : '';
  const value = phase === 'running' && total === null ? undefined : reached;
  return (
    <div className={styles.progress}>
      <p className={styles.name}>
        {name} <span className={styles.amount}>· {amount}</span>
      </p>
      <progress
        className={styles.bar}
        value={value}
        max={total ?? (reached || 1)}
        aria-label={name}
        aria-valuetext={amount}
      />
      <p className={styles.waiting} role="status">
        {phase === 'ready' ? 'It is here. Press Save file to choose where it goes.' : waiting}
      </p>
      <Button variant="quiet" aria-label={`Cancel: ${name}`} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
