import type { AccountStore, Copies } from '#offline/stores/account-store.ts';

/** Saves what the shop answered, unless another tab has the answer to a later question. Returns what is saved. */
export async function saveAnswer<N extends 'orders' | 'requests' | 'threads' | 'reviews'>(
  store: AccountStore,
  name: N,
  answer: Copies[N] & { readonly askedAt: string },
): Promise<Copies[N]> {
  // A device that can't say what it has shows the answer all the same.
  const saved = await store.readCopy(name).catch(() => null);
  const askedAt = saved?.askedAt ?? '';
  // The clock was wrong if that is in the future.
  if (saved && askedAt > answer.askedAt && askedAt <= answer.savedAt) return saved;
  await store.saveCopy(name, answer);
  return answer;
}
