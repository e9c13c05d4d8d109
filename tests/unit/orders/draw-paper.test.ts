import { expect, it } from 'vitest';
import { createPaperDrawer } from '#server/orders/papers/draw-paper.ts';
import type { Paper } from '#server/orders/papers/paper.ts';

const paper: Paper = {
  kind: 'Receipt',
  number: 'R-2026-000001',
  size: 'a4',
  at: '2026-03-01T09:00:00.000Z',
  seller: [],
  buyer: [],
  facts: [],
  columns: [],
  rows: [],
  sums: [],
  total: ['Total', '$1.00'],
  note: '',
};

function script(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

it('ends a thread that never answers, and draws the next paper', async () => {
  const drawPaper = createPaperDrawer(script('setInterval(() => {}, 1000)'), 100);

  const asked = await Promise.allSettled([drawPaper(paper), drawPaper(paper)]);

  const reason = expect.objectContaining({ message: expect.stringContaining('no answer') });
  expect(asked).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
});

it('reports a thread that ends without an answer', async () => {
  const drawPaper = createPaperDrawer(script(''), 60_000);

  await expect(drawPaper(paper)).rejects.toThrow('ended');
});

it('refuses a paper that too many others are before', async () => {
  const drawPaper = createPaperDrawer(script('setInterval(() => {}, 1000)'), 20);

  const asked = Array.from({ length: 18 }, () => drawPaper(paper));
  const refused = asked.at(-1);

  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.allSettled(asked);
});
