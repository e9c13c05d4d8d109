import { inThread } from '../../platform/database/in-thread.ts';
import { createSemaphore } from '../../platform/jobs/semaphore.ts';
import type { Paper } from './paper.ts';

const inTurn = createSemaphore(1);

/** A paper as PDF. It isn't stored: the same paper has the same bytes. One is drawn at a time. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  return inTurn(() => inThread<Uint8Array>(new URL('./paper-worker.ts', import.meta.url), paper));
}

export function paperFileName({ kind, number }: Pick<Paper, 'kind' | 'number'>): string {
  return `${kind} ${number}.pdf`;
}
