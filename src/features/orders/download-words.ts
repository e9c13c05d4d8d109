import type { DownloadView } from './download-view.ts';
import { fileSize } from './order-presentation.ts';

/** How much has come: '12.4 of 38.0 MB'; '12.4 MB' where nobody knows of how much; empty before the first byte of such. */
export function progressText(reached: number, total: number | null): string {
  if (total === null) return reached === 0 ? '' : fileSize(reached);
  const whole = fileSize(total);
  const unit = whole.slice(-2);
  const part = unit === 'MB' ? (reached / 1_000_000).toFixed(1) : Math.round(reached / 1000);
  return `${part} of ${whole}`;
}

/** What stands on the button that fetches a file; `label` where nothing of it is here. */
export function buttonText({ phase, reached, total }: DownloadView, label: string): string {
  if (phase === 'running') return 'Downloading…';
  if (phase === 'ready') return 'Save file';
  if (phase === 'idle') return label;
  return total === null ? 'Continue' : `Continue (${percent(reached, total)}%)`;
}

/** What is said below the amount. */
export function waitingText({ phase, waitsFor }: DownloadView): string {
  if (phase === 'ready') return 'It is here. Press Save file to choose where it goes.';
  if (phase !== 'running' || waitsFor === null) return '';
  return waitsFor === 'tab' ? 'Another tab is fetching it…' : 'Waiting for the connection…';
}

/** Never 100 before all is there. */
function percent(reached: number, total: number): number {
  return total === 0 ? 100 : Math.floor((reached / total) * 100);
}
