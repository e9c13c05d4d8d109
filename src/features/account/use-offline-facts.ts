import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { askWorker } from '#offline/catalogue/ask-worker.ts';
import { type SavedCatalogue, savedCatalogue } from '#offline/catalogue/offline-facts.ts';
import { type SavedPictures, savedPictures } from '#offline/catalogue/saved-pictures.ts';
import type { ToPage, ToWorker, WorkerReadiness } from '#offline/catalogue/worker-messages.ts';
import { type StoredFile, storedFiles } from '#offline/files/stored-files.ts';
import { inAppWindow } from '#ui/use-media.ts';
import {
  noAnswer,
  type Protection,
  type StorageAnswer,
  type StorageShares,
} from './storage-facts.ts';

/** What is stored on this device. Null: not known yet, or the browser doesn't report it. */
export interface OfflineFacts {
  readonly isInstalled: boolean;
  /** A service worker answers for this page when the network can't. */
  readonly hasWorker: boolean;
  readonly storage: StorageAnswer;
  readonly files: readonly StoredFile[];
  readonly pictures: SavedPictures;
  /** What the last test found; null: not tested. */
  readonly tested: Tested | null;
}

interface Tested {
  /** ISO 8601. */
  readonly at: string;
  readonly isReached: boolean;
  /** Null: no worker answered. */
  readonly worker: WorkerReadiness | null;
}

/** Long enough for a slow phone to index its designs. */
const workerMs = 10_000;

const unknown: OfflineFacts = {
  isInstalled: false,
  hasWorker: false,
  storage: noAnswer,
  files: [],
  pictures: { pictures: 0, bytes: 0 },
  tested: null,
};

async function askStorage(): Promise<StorageAnswer> {
  // Missing on insecure pages; older browsers lack some of its methods.
  const storage: Partial<StorageManager> = navigator.storage ?? {};
  const [isPersisted = null, estimate] = await Promise.all([
    storage.persisted?.().catch(() => null),
    storage.estimate?.().catch(() => null),
  ]);
  const { usage = null, quota = null } = estimate ?? {};
  const { usageDetails = null } = (estimate ?? {}) as { usageDetails?: StorageShares };
  return { isPersisted, usage, quota, shares: usageDetails };
}

async function test(): Promise<Tested> {
  const [isReached, worker] = await Promise.all([
    shopClient.request('health').then(
      () => true,
      () => false,
    ),
    askWorker<WorkerReadiness>({ kind: 'readiness' }, workerMs),
  ]);
  return { at: new Date().toISOString(), isReached, worker };
}

async function look(accountId: string | null, isTest: boolean): Promise<OfflineFacts> {
  const [storage, files, pictures, tested] = await Promise.all([
    askStorage(),
    accountId === null ? [] : storedFiles(accountId).catch(() => []),
    savedPictures().catch(() => unknown.pictures),
    isTest ? test() : null,
  ]);
  return {
    isInstalled: matchMedia(inAppWindow).matches,
    hasWorker: Boolean(navigator.serviceWorker?.controller),
    storage,
    files,
    pictures,
    tested,
  };
}

function canProtect(): boolean {
  const storage: Partial<StorageManager> = navigator.storage ?? {};
  return storage.persist !== undefined;
}

const readCatalogue = (): Promise<SavedCatalogue | null> => savedCatalogue(null).catch(() => null);

/** The device's offline facts, including the account's files. `test` reads them again, and asks shop and worker too. */
export function useOfflineFacts(accountId: string | null) {
  const [facts, setFacts] = useState(unknown);
  const [isTesting, setTesting] = useState(false);
  const [protection, setProtection] = useState<Protection>('unasked');
  const refresh = useCallback(
    async (isTest: boolean) => {
      const seen = await look(accountId, isTest);
      // The result of the last test stays until the next one.
      setFacts((before) => ({ ...seen, tested: seen.tested ?? before.tested }));
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

  async function protect(): Promise<void> {
    setProtection('asked');
    const isProtected = await navigator.storage.persist().catch(() => false);
    setProtection(isProtected ? 'unasked' : 'refused');
    await refresh(false);
  }

  return {
    facts,
    catalogue,
    isTesting,
    async test(): Promise<void> {
      setTesting(true);
      await refresh(true);
      setTesting(false);
    },
    protection,
    /** Unset where pages can't ask for it. */
    protect: canProtect() ? protect : undefined,
    /** Asks the worker to save what every screen needs; it sends a message when done. */
    savePack(): void {
      const pack: ToWorker = { kind: 'pack', withPictures: true };
      navigator.serviceWorker?.controller?.postMessage(pack);
    },
  };
}
