import { useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './download-button.module.css';
import { saveFile } from './save-file.ts';

interface DownloadButtonProps {
  readonly link: string;
  readonly fileName: string;
  readonly label: string;
  /** Says which design it is for, to those who hear the button alone. */
  readonly of: string;
  readonly variant?: 'primary' | 'paper' | 'quiet';
}

/** Fetches a file of the buyer's own; shows how far it is. */
export function DownloadButton({ link, fileName, label, of, variant }: DownloadButtonProps) {
  // undefined: none under way; null: under way, its size unknown.
  const [part, setPart] = useState<number | null | undefined>(undefined);
  const isBusy = part !== undefined;

  async function download(): Promise<void> {
    if (isBusy) return;
    setPart(0);
    try {
      await saveFile(link, fileName, setPart);
    } catch (error) {
      logFailure('A download failed', error);
      alert(messages.orders.downloadFailed);
    } finally {
      setPart(undefined);
    }
  }

  return (
    <Button
      variant={variant}
      className={styles.button}
      aria-disabled={isBusy}
      aria-label={`${label}: ${of}`}
      aria-busy={isBusy}
      onClick={() => void download()}
    >
      <Icon name="download" size={20} />
      <span>{isBusy ? progressText(part) : label}</span>
      {isBusy && (
        <progress className={styles.bar} value={part ?? undefined} max={1} aria-label={fileName} />
      )}
    </Button>
  );
}

function progressText(part: number | null): string {
  return part === null ? 'Downloading…' : `Downloading… ${Math.round(part * 100)}%`;
}
