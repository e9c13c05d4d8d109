import { formatBytes } from '#ui/format-bytes.ts';
import type { DownloadView } from './download-view.ts';

/** How much has arrived: '12.4 MB of 38 MB'; '12.4 MB' if the total is unknown, and then empty before the first byte. */
export function progressText(reached: number, total: number | null): string {
  if (total === null) return reached === 0 ? '' : formatBytes(reached);
  return `${formatBytes(reached)} of ${formatBytes(total)}`;
}

/** The text of the download button; `label` if nothing of the file is here yet. */
export function buttonText({ phase, reached, total }: DownloadView, label: string): string {
  if (phase === 'running') return 'Downloading…';
  if (phase === 'ready') return 'Save file';
  if (phase === 'idle') return label;
  return total === null ? 'Continue' : `Continue (${percent(reached, total)}%)`;
}

const waitingTexts = {
  tab: 'Downloading in another tab…',
  network: 'Waiting for a connection…',
  shop: 'Being prepared at the shop…',
} as const;

/** The line below the amount. */
export function waitingText({ phase, waitsFor }: DownloadView): string {
  if (phase === 'ready') return 'Ready. Press Save file to choose where to save it.';
  if (phase !== 'running' || waitsFor === null) return '';
  return waitingTexts[waitsFor];
}

/** 100 only when all bytes have arrived. */
function percent(reached: number, total: number): number {
  return total === 0 ? 100 : Math.floor((reached / total) * 100);
}
