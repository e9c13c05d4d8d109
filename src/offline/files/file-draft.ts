import { messages } from '#contract/messages/messages.ts';
import { isQuotaError } from '#offline/stores/quota-error.ts';
import type { FileFacts, FilePlace, FileState } from './file-place.ts';

/** `device`: the bytes outlive the page. `full`: the device had no room for all of them. `page`: the device can't store files. */
export type DraftPlace = 'device' | 'full' | 'page';

/** A bought file, as much of it as this device has. Only one page may write it: hold `withFileLock` meanwhile. */
export interface FileDraft {
  /** Null if nothing of it is here. */
  state(): FileState | null;
  /** The bytes from the start of the file, in order. */
  parts(): readonly Blob[];
  /** How many bytes are here. */
  reached(): number;
  place(): DraftPlace;
  /** Deletes what is here and starts a new file. @throws FileTooLarge, as `append` will */
  start(facts: FileFacts): Promise<void>;
  /**
   * Appends the next bytes.
   * @throws FileTooLarge if they can only be held in memory, or in a database, and the file is too long for that.
   */
  append(bytes: Blob): Promise<void>;
  note(change: Partial<Pick<FileState, 'checkedAt' | 'isToStore' | 'total'>>): Promise<void>;
  remove(): Promise<void>;
}

/** Maximum bytes held in memory when the device has no room; more crashes the page on a phone. */
export const maxInMemoryBytes = 400_000_000;

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** A full disk causes errors of many names; these mean something else. */
const otherReasons: ReadonlySet<string> = new Set(['NotFoundError', 'SecurityError']);

/**
 * Opens what is stored of a file. Each run of bytes is stored as it arrives, so a page that dies loses only the run that it
 * was writing. With `device` null everything stays in memory.
 */
export async function openDraft(
  device: FilePlace | null,
  accountId: string,
  key: string,
): Promise<FileDraft> {
  const saved = (await device?.read(accountId, key).catch(() => null)) ?? null;
  let state: FileState | null = saved?.state ?? null;
  let parts: readonly Blob[] = saved?.parts ?? [];
  let inMemory = 0;
  let place: DraftPlace = device ? 'device' : 'page';

  /** Writes to the device. After a failure, this and everything that follows stays in memory. */
  async function onDevice<T>(write: (device: FilePlace) => Promise<T>): Promise<T | undefined> {
    if (!device || place !== 'device') return undefined;
    try {
      return await write(device);
    } catch (error) {
      place = isFull(error) ? 'full' : 'page';
      return undefined;
    }
  }

  const reached = () => parts.reduce((sum, part) => sum + part.size, 0);

  async function remove(): Promise<void> {
    state = null;
    parts = [];
    inMemory = 0;
    place = device ? 'device' : 'page';
    await device?.remove(accountId, key);
  }

  return {
    state: () => state,
    parts: () => parts,
    reached,
    place: () => place,
    remove,
    async start(facts) {
      await remove().catch(() => {
        place = 'page';
      });
      assertHolds(device, facts.total ?? 0);
      const first = { ...facts, checkedAt: null, isToStore: false };
      state = first;
      await onDevice((on) => on.create(accountId, key, first));
    },
    async append(bytes) {
      const at = reached();
      assertHolds(device, at + bytes.size);
      const stored = await onDevice((on) => on.writeRun(accountId, key, at, bytes));
      if (!stored) {
        inMemory += bytes.size;
        if (inMemory > maxInMemoryBytes) {
          throw new FileTooLarge(messages.downloads.tooLarge);
        }
      }
      parts = [...parts, stored ?? bytes];
    },
    async note(change) {
      if (!state) return;
      const next = { ...state, ...change };
      state = next;
      await onDevice((on) => on.writeState(accountId, key, next));
    },
  };
}

/** @throws FileTooLarge if a browser without a private file system can't hold that many bytes */
function assertHolds(device: FilePlace | null, bytes: number): void {
  if (bytes > (device?.maxBytes ?? maxInMemoryBytes)) {
    throw new FileTooLarge(messages.downloads.tooLargeHere);
  }
}

function isFull(error: unknown): boolean {
  const isOfFolder = error instanceof DOMException && !otherReasons.has(error.name);
  return isOfFolder || isQuotaError(error);
}
