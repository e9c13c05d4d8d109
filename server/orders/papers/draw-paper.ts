import { inThread } from '../../platform/database/in-thread.ts';
import { createSemaphore } from '../../platform/jobs/semaphore.ts';
import type { Paper } from './paper.ts';

const queue = {
  mayWait: 16,
  refusal: 'Many receipts are being made right now. Please try again in a moment.',
};

/** A paper as PDF. It isn't stored: the same paper has the same bytes. One is drawn at a time. */
export const drawPaper = createPaperDrawer(new URL('./paper-worker.ts', import.meta.url), 20_000);

/** Draws papers by a script, which is ended if it takes longer than `withinMs`. Throws UNAVAILABLE if too many wait. */
export function createPaperDrawer(
  script: URL,
  withinMs: number,
): (paper: Paper) => Promise<Uint8Array> {
  const inTurn = createSemaphore(1, queue);
  return (paper) => inTurn(() => inThread<Uint8Array>(script, paper, { withinMs }));
}

export function paperFileName({ kind, number }: Pick<Paper, 'kind' | 'number'>): string {
  return `${kind} ${number}.pdf`;
}
