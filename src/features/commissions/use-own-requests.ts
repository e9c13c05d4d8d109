import { useSession } from '#api/use-session.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { device } from '#offline/open-device.ts';
import type { SavedRequests } from '#offline/stores/account-store.ts';
import type { SavedState } from '#ui/saved-note.tsx';
import { type CopySource, useSavedCopy } from '#ui/use-saved-copy.ts';

export interface OwnRequestsState extends SavedState {
  /** Newest first; null until there is a saved list or an answer. */
  readonly requests: readonly OwnRequest[] | null;
}

const source: CopySource<SavedRequests> = {
  refresh: async () => (await device().ownRequests()).refresh(),
  watch: (onRequests) => device().watchCopy('requests', onRequests),
};

/** The account's custom requests: the saved list at once, then updated from the shop. */
export function useOwnRequests(): OwnRequestsState {
  const accountId = useSession((state) => state.user?._id ?? null);
  const { saved, ...state } = useSavedCopy(accountId, source);
  return { ...state, requests: saved?.requests ?? null, savedAt: saved?.savedAt ?? null };
}
