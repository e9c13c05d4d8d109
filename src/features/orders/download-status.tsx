import { useShopSettings } from '#api/use-shop-settings.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { studioMail } from './download-problem.ts';
import styles from './download-status.module.css';
import type { DownloadView } from './download-view.ts';
import { progressText, waitingText } from './download-words.ts';
import { downloads } from './page-downloads.ts';
import { useDownload } from './use-download.ts';

interface DownloadStatusProps {
  readonly link: string;
  readonly fileName: string;
  readonly orderNumber: string;
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

/** Shows how much of a file has arrived, a button to cancel its download, and any problem. */
export function DownloadStatus({ link, fileName, orderNumber }: DownloadStatusProps) {
  const view = useDownload(link);
  const designers = useShopSettings()?.designers ?? [];
  const mail = view.problem?.isForStudio ? studioMail(designers, orderNumber, fileName) : null;
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
      {view.problem && (
        <p className={styles.problem} role="status">
          {view.problem.text}{' '}
          {mail && <a href={mail}>Contact the studio about order {orderNumber}</a>}
        </p>
      )}
    </>
  );
}
