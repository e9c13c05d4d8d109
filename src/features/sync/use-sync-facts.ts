import { useEffect, useState, useSyncExternalStore } from 'react';
import { reach } from '#api/reach.ts';
import { shopCache } from '#api/shop-cache.ts';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import { countPending, isShopFull, type SyncView } from '#offline/views/sync-view.ts';
import { useLate } from '#ui/use-late.ts';
import { useOnline } from '#ui/use-online.ts';
import type { SyncFacts } from './chip-text.ts';

const justSavedMs = 4000;

export function useSyncView(): SyncView {
  return useSyncExternalStore(device().watchSync, device().syncView);
}

/** The facts for the sync chip, live. */
export function useSyncFacts(): SyncFacts {
  const isOnline = useOnline();
  const { isReached } = useSyncExternalStore(reach.subscribe, reach.getState);
  const view = useSyncView();
  const { refused, requests, done, isSending, blocked, isStored } = view;
  const sentBack = requests.filter((request) => !isPending(request)).length;
  return {
    isReached: isOnline && isReached,
    isShopFull: isShopFull(view),
    waiting: countPending(view),
    stored: useSyncExternalStore(device().watchStored, device().stored),
    refused: refused.length + sentBack,
    isSending,
    // Without a network, nothing else is blocking the changes.
    blocked: isOnline ? blocked : null,
    isStored,
    isJustSaved: useJustSaved(done[0]?.doneAt ?? null),
    savedSince: useSavedSince(),
  };
}

/** True for a moment after the shop has acknowledged a change; `doneAt` is the newest acknowledgement. */
function useJustSaved(doneAt: string | null): boolean {
  const [isJustSaved, setJustSaved] = useState(false);
  useEffect(() => {
    if (doneAt === null) return;
    // A change listed from earlier is no news.
    const left = justSavedMs - (Date.now() - Date.parse(doneAt));
    if (left <= 0) return;
    setJustSaved(true);
    const timer = setTimeout(() => setJustSaved(false), left);
    return () => {
      clearTimeout(timer);
      setJustSaved(false);
    };
  }, [doneAt]);
  return isJustSaved;
}

/** Since when the data on the screen has been stored, once the shop's answer is late. */
function useSavedSince(): string | null {
  const since = useSyncExternalStore(shopCache.watchSavedSince, shopCache.savedSince);
  return useLate(since !== null) ? since : null;
}
