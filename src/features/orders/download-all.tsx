import { useEffect, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import type { Order } from '#contract/order.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './download-all.module.css';
import { orderFiles } from './order-files.ts';
import { downloads } from './page-downloads.ts';

interface Progress {
  /** Files that were handed to the buyer or failed. */
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** Downloads every file of an order, one after another; each shows its own progress in its row. */
export function DownloadAll({ order }: { readonly order: Order }) {
  const files = orderFiles(order);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isRunning, setRunning] = useState(false);
  // A closed dialog has nobody to tell; the download that is running goes on by itself.
  const [stop] = useState(() => new AbortController());
  useEffect(() => () => stop.abort(), [stop]);
  if (files.length < 2) return null;

  async function downloadAll(): Promise<void> {
    if (isRunning) return;
    setRunning(true);
    let failed = 0;
    for (const [done, file] of files.entries()) {
      if (stop.signal.aborted) return;
      setProgress({ done, failed, total: files.length });
      try {
        await downloads.download(file);
      } catch (error) {
        failed += 1;
        logFailure('A download failed', error);
      }
    }
    setProgress({ done: files.length, failed, total: files.length });
    setRunning(false);
  }

  return (
    <div className={styles.all}>
      <Button
        variant="paper"
        aria-disabled={isRunning}
        aria-busy={isRunning}
        onClick={() => void downloadAll()}
      >
        <Icon name="download" size={20} />
        {isRunning ? 'Downloading…' : `Download all ${files.length} designs`}
      </Button>
      <p className={styles.progress} role="status">
        {progress && progressText(progress, isRunning)}
      </p>
    </div>
  );
}

function progressText({ done, failed, total }: Progress, isRunning: boolean): string {
  if (isRunning) return `Downloading ${done + 1} of ${total}…`;
  if (failed === 0) return `All ${total} downloaded.`;
  return `${total - failed} of ${total} downloaded. Try again for the ${failed === 1 ? 'one' : `${failed}`} that failed: see the note beside it.`;
}
