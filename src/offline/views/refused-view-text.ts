import type { ListLine, RefusedOp } from '#offline/outbox/rows.ts';

/**
 * What became of a line because the shop refused to change its view, such as `still has its view`; null: the line
 * isn't there, or the refused change wasn't about its view.
 */
export function refusedViewText(
  { view, productId }: RefusedOp,
  lines: readonly ListLine[],
): string | null {
  const isThere = lines.some((line) => line.productId === productId);
  if (view === undefined || !isThere) return null;
  return view === null ? 'still has its view' : 'doesn’t have the new view';
}
