import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { type SavedCatalogue, savedCatalogue } from '#offline/catalogue/offline-facts.ts';
import { type SavedPictures, savedPictures } from '#offline/catalogue/saved-pictures.ts';
import type { ToPage, ToWorker } from '#offline/catalogue/worker-messages.ts';
import { type StoredFile, storedFiles } from '#offline/files/stored-files.ts';
import { inAppWindow } from '#ui/use-media.ts';
import { noAnswer, type StorageAnswer, type StorageShares } from './storage-facts.ts';

/** What is stored on this device. Null: not known yet, or the browser doesn't report it. */
export interface OfflineFacts {
  readonly isInstalled: boolean;
  /** A service worker answers for this page when the network can't. */
  readonly hasWorker: boolean;
  readonly storage: StorageAnswer;
  readonly files: readonly StoredFile[];
  readonly pictures: SavedPictures;
  /** Whether the shop answered the last test; null: not tested. */
  readonly isReached: boolean | null;
}

const unknown: OfflineFacts = {
  isInstalled: false,
  hasWorker: false,
  storage: noAnswer,
  files: [],
  pictures: { pictures: 0, bytes: 0 },
  isReached: null,
};

async function askStorage(): Promise<StorageAnswer> {
  // Missing on insecure pages.
  const storage: StorageManager | undefined = navigator.storage;
  if (!storage) return noAnswer;
  const [isPersisted, estimate] = await Promise.all([storage.persisted(), storage.estimate()]);
  const { usage = null, quota = null } = estimate;
  const { usageDetails = null } = estimate as { usageDetails?: StorageShares };
  return { isPersisted, usage, quota, shares: usageDetails };
}

async function look(accountId: string | null, asksShop: boolean): Promise<OfflineFacts> {
  const [storage, files, pictures, isReached] = await Promise.all([
    askStorage().catch(() => noAnswer),
    accountId === null ? [] : storedFiles(accountId).catch(() => []),
    savedPictures().catch(() => unknown.pictures),
    asksShop
      ? shopClient.request('health').then(
          () => true,
          () => false,
        )
      : null,
  ]);
  return {
    isInstalled: matchMedia(inAppWindow).matches,
    hasWorker: Boolean(navigator.serviceWorker?.controller),
    storage,
    files,
    pictures,
    isReached,
  };
}

const readCatalogue = (): Promise<SavedCatalogue | null> => savedCatalogue(null).catch(() => null);

/** The device's offline facts, including the account's files. `test` reads them again and asks the shop too. */
export function useOfflineFacts(accountId: string | null) {
  const [facts, setFacts] = useState(unknown);
  const [isTesting, setTesting] = useState(false);
  const refresh = useCallback(
    async (asksShop: boolean) => {
      const seen = await look(accountId, asksShop);
      // The result of the last test stays until the next one.
      setFacts((before) => ({ ...seen, isReached: seen.isReached ?? before.isReached }));
    },
    [accountId],
  );
  // The worker and other tabs save too; the other facts change along with the catalogue.
  const catalogue = useLiveQuery(readCatalogue, [], null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each answer that was saved
  useEffect(() => void refresh(false), [refresh, catalogue?.checkedAt]);
  useEffect(() => {
    const onNews = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === 'packed') void refresh(false);
    };
    navigator.serviceWorker?.addEventListener('message', onNews);
    return () => navigator.serviceWorker?.removeEventListener('message', onNews);
  }, [refresh]);

  return {
    facts,
    catalogue,
    isTesting,
    async test(): Promise<void> {
      setTesting(true);
      await refresh(true);
      setTesting(false);
    },
    async protect(): Promise<void> {
      await navigator.storage?.persist();
      await refresh(false);
    },
    /** Asks the worker to save what every screen needs; it sends a message when done. */
    savePack(): void {
      const pack: ToWorker = { kind: 'pack', withPictures: true };
      navigator.serviceWorker?.controller?.postMessage(pack);
    },
  };
}
