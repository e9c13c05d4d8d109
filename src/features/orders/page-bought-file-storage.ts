import { onAccountLeft } from '#api/left-accounts.ts';
import { reach } from '#api/reach.ts';
import { session } from '#api/session.ts';
import { placeForFiles } from '#offline/files/file-keeping.ts';
import { withFileLock } from '#offline/files/file-lock.ts';
import { storedFiles } from '#offline/files/stored-files.ts';
import { device } from '#offline/open-device.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import { changeFileChoice, readFileChoice } from '#offline/stores/device-database.ts';
import { createBoughtFileStorage, type Line } from './bought-file-storage.ts';
import { downloads } from './page-downloads.ts';

interface Connection extends EventTarget {
  /** Missing in desktop browsers. */
  readonly type?: string;
  readonly saveData?: boolean;
}

/** Missing in most browsers. */
const { connection } = navigator as { connection?: Connection };

const accountId = () => session.getState().user?._id ?? null;

/** The kind of the current network connection. */
export function currentLine(): Line {
  if (connection?.saveData) return 'other';
  if (connection?.type === undefined) return 'unknown';
  return ['wifi', 'ethernet'].includes(connection.type) ? 'wifi' : 'other';
}

export const boughtFileStorage = createBoughtFileStorage({
  orders: async () => (accountId() === null ? [] : ((await savedOrders())?.orders ?? [])),
  storedDigests,
  async leftOut() {
    const choice = await ownChoice();
    // A browser that can't store files needn't ask for them.
    return choice && (await placeForFiles()) ? choice.leftOut : null;
  },
  downloads,
  line: currentLine,
  async room() {
    // Missing in older browsers and on insecure pages.
    const storage: Partial<StorageManager> | undefined = navigator.storage;
    const { quota, usage = 0 } = (await storage?.estimate?.()) ?? {};
    return quota === undefined ? null : quota - usage;
  },
  lock: (signal, onBusy, task) => withFileLock('pinwheel-bought-files', signal, onBusy, task),
  clock: { now: Date.now },
});

/** The digest of each file that this account has stored on this device, by its key. */
export async function storedDigests(): Promise<ReadonlyMap<string, string>> {
  const id = accountId();
  const files = id === null ? [] : await storedFiles(id);
  return new Map(files.map(({ key, sha256 }) => [key, sha256]));
}

function savedOrders(): Promise<SavedOrders | null> {
  return new Promise((resolve) => {
    const stop = device().watchCopy('orders', (saved) => {
      resolve(saved);
      queueMicrotask(() => stop());
    });
  });
}

/** The setting of the signed-in account. */
async function ownChoice() {
  const choice = await readFileChoice(null).catch(() => null);
  return choice?.accountId === accountId() ? choice : null;
}

/** Whether this account's files are stored automatically. */
export async function isStoringChosen(): Promise<boolean> {
  return (await ownChoice()) !== null;
}

/** @throws if the setting can't be saved */
export async function chooseStoring(isWanted: boolean): Promise<void> {
  const id = accountId();
  await changeFileChoice(null, () =>
    isWanted && id !== null ? { accountId: id, leftOut: [] } : null,
  );
  if (isWanted) void boughtFileStorage.run(false);
  else await boughtFileStorage.stop();
}

/** A file the buyer removed from this device is no longer stored automatically; one they store is again. */
export async function noteStored(link: string, isStored: boolean): Promise<void> {
  await changeFileChoice(null, (choice) => {
    if (choice === null || choice.accountId !== accountId()) return choice;
    const others = choice.leftOut.filter((left) => left !== link);
    return { ...choice, leftOut: isStored ? others : [...others, link] };
  });
}

/** Before sign-out: stops storing and turns the setting off. */
export async function forgetStoring(): Promise<void> {
  await boughtFileStorage.stop();
  await changeFileChoice(null, () => null);
}

/** Stores the signed-in account's files whenever orders, Wi-Fi or the shop become available. Returns a function that stops it. */
export function followBoughtFiles(): () => void {
  const run = () => void boughtFileStorage.run(false);
  run();
  const stopOrders = device().watchBought(run);
  const stopReach = reach.subscribe(({ isReached }) => isReached && run());
  connection?.addEventListener('change', boughtFileStorage.lineChanged);
  return () => {
    stopOrders();
    stopReach();
    connection?.removeEventListener('change', boughtFileStorage.lineChanged);
  };
}

onAccountLeft(() => void boughtFileStorage.stop());
