import type { DownloadOutcome } from './file-download.ts';

/** How many of an order's files have had each outcome so far. */
export interface DownloadCounts extends Readonly<Record<DownloadOutcome | 'failed', number>> {
  readonly total: number;
  readonly isRunning: boolean;
}

export const noneDownloaded = { given: 0, 'needs-tap': 0, cancelled: 0, failed: 0 };

/** The progress or the result of downloading a whole order. */
export function downloadAllText(counts: DownloadCounts): string {
  const { given, 'needs-tap': waiting, cancelled, failed, total, isRunning } = counts;
  if (isRunning) return `Downloading ${given + waiting + cancelled + failed + 1} of ${total}…`;
  if (given === total) return `All ${total} downloaded.`;
  const parts = [`${given} of ${total} downloaded.`];
  if (waiting > 0)
    parts.push(`Press Save file for ${waiting === 1 ? '1 more' : `${waiting} more`}.`);
  if (failed > 0) parts.push(`${failed} failed: try again.`);
  return parts.join(' ');
}
