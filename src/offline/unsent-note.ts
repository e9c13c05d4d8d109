import { isShopReached } from '#api/reach.ts';

/** What is added to the news of a change while the shop can't be reached; null while it can. */
export function unsentNote({ isKept }: { readonly isKept: boolean }): string | null {
  if (isShopReached()) return null;
  return isKept ? 'Saved on this device' : 'In this page only, until the shop can be reached';
}
