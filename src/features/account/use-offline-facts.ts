import { useCallback, useEffect, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { type KeptFile, keptFiles } from '#offline/kept-files.ts';
import { type SavedCatalogue, savedCatalogue } from '#offline/offline-facts.ts';
import type { ToWorker } from '#offline/worker-messages.ts';
import { noAnswer, type StorageAnswer } from './storage-facts.ts';

/** What stands on this device now. Null: not known yet, or the browser refuses to say. */
export interface OfflineFacts {
  readonly isInstalled: boolean;
  /** A worker answers for this page when the network can't. */
  readonly hasWorker: boolean;
  readonly storage: StorageAnswer;
  readonly catalogue: SavedCatalogue | null;
  readonly files: readonly KeptFile[];
  /** Whether the shop answered just now; null: not asked. */
  readonly isReached: boolean | null;
}

const unknown: OfflineFacts = {
  isInstalled: false,
  hasWorker: false,
  storage: noAnswer,
  catalogue: null,
  files: [],
  isReached: null,
};

async function askStorage(): Promise<StorageAnswer> {
  // Missing on pages that came without encryption.
  const storage: StorageManager | undefined = navigator.storage;
  if (!storage) return noAnswer;
  const [isPersisted, { usage = null, quota = null }] = await Promise.all([
    storage.persisted(),
    storage.estimate(),
  ]);
  return { isPersisted, usage, quota };
}

async function look(accountId: string, asksShop: boolean): Promise<OfflineFacts> {
  const [storage, catalogue, files, isReached] = await Promise.all([
    askStorage().catch(() => noAnswer),
    savedCatalogue(null).catch(() => null),
    keptFiles(accountId).catch(() => []),
    asksShop
      ? shopClient.request('health').then(
          () => true,
          () => false,
        )
      : null,
  ]);
  return {
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    hasWorker: Boolean(navigator.serviceWorker?.controller),
    storage,
    catalogue,
    files,
    isReached,
  };
}

/** The device's facts; `test` looks again and asks the shop too. */
export function useOfflineFacts(accountId: string) {
  const [facts, setFacts] = useState(unknown);
  const [isTesting, setTesting] = useState(false);
  const refresh = useCallback(
    async (asksShop: boolean) => setFacts(await look(accountId, asksShop)),
    [accountId],
  );
  useEffect(() => {
    void refresh(false);
    const onMessage = () => void refresh(false);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [refresh]);

  return {
    facts,
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
    /** The worker saves what every screen needs, and says when it has. */
    savePack(): void {
      const pack: ToWorker = { kind: 'pack', withPictures: true };
      navigator.serviceWorker?.controller?.postMessage(pack);
    },
  };
}
