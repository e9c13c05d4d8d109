import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './download-status.module.css';
import type { DownloadView } from './download-view.ts';
import { progressText, waitingText } from './download-words.ts';
import { downloads } from './page-downloads.ts';
import { useDownload } from './use-download.ts';

interface DownloadStatusProps {
  readonly link: string;
  readonly fileName: string;
}

function Progress({ fileName, view }: { readonly fileName: string; readonly view: DownloadView }) {
  const { phase, reached, total } = view;
  const amount = progressText(reached, total);
  const isUnknown = phase === 'running' && total === null;
  return (
    <>
      <p className={styles.name}>
        {fileName} {amount && <span className={styles.amount}>· {amount}</span>}
      </p>
      <ProgressBar
        label={fileName}
        value={isUnknown ? undefined : reached}
        max={total ?? (reached || 1)}
        text={amount}
      />
    </>
  );
}

/** What of a file is here, and of how much; the way out of its download; what went wrong with it. */
export function DownloadStatus({ link, fileName }: DownloadStatusProps) {
  const view = useDownload(link);
  return (
    <>
      {view.phase !== 'idle' && (
        <div className={styles.status}>
          <Progress fileName={fileName} view={view} />
          <Button
            variant="quiet"
            aria-label={`Cancel: ${fileName}`}
            onClick={() => void downloads.cancel({ link, name: fileName })}
          >
            Cancel
          </Button>
          <p className={styles.waiting} role="status">
            {waitingText(view)}
          </p>
        </div>
      )}
      {view.problem !== '' && (
        <p className={styles.problem} role="status">
          {view.problem}
        </p>
      )}
    </>
  );
}
