import { createQueue } from '#contract/wire/queue.ts';
import type { AccountStore } from './account-store.ts';
import { createCopyOverflow } from './copy-overflow.ts';
import { createLateStore } from './late-store.ts';
import { createRowOverflow } from './row-overflow.ts';
import { createUnsavedNote } from './unsaved-note.ts';

/** How often a full device is tried again, in ms, if no change tries it sooner. */
const retryMs = 10_000;

/**
 * Wraps the device's store. While the device is full or its database doesn't respond, changes stay in the
 * page's memory, and in `note` for the next page. They are stored as soon as there is room, or the database
 * responds. Until then `trouble` gives the reason, and changes of other tabs aren't seen; the server's answers bring
 * those. `open` is retried after a failure.
 */
export async function createOverflowStore(
  open: () => Promise<AccountStore>,
  note = createUnsavedNote('', ''),
): Promise<AccountStore> {
  const queue = createQueue();
  const disk = createLateStore(open, flush);
  const rows = createRowOverflow(disk, note);
  const copies = createCopyOverflow(disk);
  let isRetryDue = false;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    return queue(work).finally(retryLater);
  }

  function flush(): void {
    inTurn(async () => {
      await rows.flush();
      await copies.flush();
    }).catch(() => {});
  }

  function retryLater(): void {
    if (isRetryDue || !rows.isFull()) return;
    isRetryDue = true;
    setTimeout(() => {
      isRetryDue = false;
      flush();
    }, retryMs);
  }

  await disk.ask(async () => {}).catch(rows.moveToMemory);
  await rows.takeUp();
  retryLater();

  return {
    get trouble() {
      return rows.trouble() ?? disk.opened()?.trouble ?? null;
    },
    get isRead() {
      return rows.isRead;
    },
    isOpen: () => rows.trouble() !== null || disk.opened()?.isOpen() !== false,
    onUpgrade: (listener) => disk.follow((store) => store.onUpgrade(listener)),
    read: () => inTurn(rows.read),
    change: (rule) => inTurn(() => rows.change(rule)),
    readCopy: copies.readCopy,
    saveCopy: (name, saved) => inTurn(() => copies.saveCopy(name, saved)),
    watch: rows.watch,
    watchCopy: copies.watchCopy,
    wipe: (keep, keepsDrafts) =>
      inTurn(async () => {
        if (keepsDrafts) await copies.flush();
        copies.forget();
        return rows.wipe(keep, keepsDrafts);
      }),
    close: () =>
      void queue(async () => {
        // Otherwise it has the only copy of its rows.
        if (rows.trouble() === null) disk.close();
      }),
  };
}
