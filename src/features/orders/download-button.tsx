import { logFailure } from '#api/log-failure.ts';
import { messages } from '#contract/messages/messages.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { buttonText } from './download-words.ts';
import { downloads } from './page-downloads.ts';
import { useDownload } from './use-download.ts';

interface DownloadButtonProps {
  readonly link: string;
  readonly fileName: string;
  readonly label: string;
  /** The design's name, for screen readers that reach the button out of context. */
  readonly of: string;
  readonly variant?: 'primary' | 'paper' | 'quiet';
}

/** Downloads one of the buyer's files, or resumes a download. */
export function DownloadButton({ link, fileName, label, of, variant }: DownloadButtonProps) {
  const view = useDownload(link);
  const isBusy = view.phase === 'running';
  const text = buttonText(view, label);

  async function download(): Promise<void> {
    if (isBusy) return;
    try {
      await downloads.download({ link, name: fileName });
    } catch (error) {
      logFailure('A download failed', error);
      alert(messages.orders.downloadFailed);
    }
  }

  return (
    <Button
      variant={variant}
      aria-label={`${text}: ${of}`}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void download()}
    >
      <Icon name="download" size={20} />
      {text}
    </Button>
  );
}
