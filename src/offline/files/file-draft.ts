import { messages } from '#contract/messages/messages.ts';
import { boughtFolder, ifAbsent, removeFolder } from './forget-stored-files.ts';

/** What the server says about a file, and the name it is saved under. */
export interface FileFacts {
  readonly name: string;
  readonly mediaType: string;
  /** Bytes; null if the server doesn't say. */
  readonly total: number | null;
  /** SHA-256 of the whole file, in hexadecimal. */
  readonly sha256: string;
}

export interface FileState extends FileFacts {
  /** When the complete file matched its SHA-256, in ms since 1970; null before that. */
  readonly checkedAt: number | null;
  /** Whether the buyer wants it to stay on this device. */
  readonly isToStore: boolean;
}

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
  /** Deletes what is here and starts a new file. */
  start(facts: FileFacts): Promise<void>;
  /**
   * Appends the next bytes.
   * @throws FileTooLarge if they can only be held in memory and the file is too long for that.
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

const stateName = 'state.json';

/**
 * Opens what is stored of a file. On the device it is a folder with `state.json` and one file per run of
 * bytes, named after the position of its first byte. A run is written whole or not at all, so a page that
 * dies loses only the run it was writing. With `root` null everything stays in memory.
 */
export async function openDraft(
  root: FileSystemDirectoryHandle | null,
  accountId: string,
  key: string,
): Promise<FileDraft> {
  let folder = root && (await openFolder(root, accountId, key).catch(ifAbsent));
  const saved = folder ? await readDraft(folder).catch(ifUnreadable) : null;
  let state: FileState | null = saved?.state ?? null;
  let parts: readonly Blob[] = saved?.parts ?? [];
  let inMemory = 0;
  let place: DraftPlace = root ? 'device' : 'page';

  /** Writes to the device. After a failure, this and everything that follows stays in memory. */
  async function onDevice(write: () => Promise<void>): Promise<boolean> {
    if (place !== 'device') return false;
    try {
      await write();
      return true;
    } catch (error) {
      place = error instanceof DOMException && !otherReasons.has(error.name) ? 'full' : 'page';
      return false;
    }
  }

  async function write(name: string, content: Blob): Promise<void> {
    if (!folder) throw new DOMException('The folder is gone', 'NotFoundError');
    await writeWhole(folder, name, content);
  }

  async function setState(next: FileState): Promise<void> {
    state = next;
    await onDevice(() => write(stateName, new Blob([JSON.stringify(next)])));
  }

  async function remove(): Promise<void> {
    state = null;
    parts = [];
    inMemory = 0;
    place = root ? 'device' : 'page';
    folder = null;
    const account = root && (await openFolder(root, accountId).catch(ifAbsent));
    if (account) await removeFolder(account, key);
  }

  return {
    state: () => state,
    parts: () => parts,
    reached: () => parts.reduce((sum, part) => sum + part.size, 0),
    place: () => place,
    remove,
    async start(facts) {
      await remove();
      await onDevice(async () => {
        if (root) folder = await openFolder(root, accountId, key, true);
      });
      await setState({ ...facts, checkedAt: null, isToStore: false });
    },
    async append(bytes) {
      const at = parts.reduce((sum, part) => sum + part.size, 0);
      const isWritten = await onDevice(() => write(String(at), bytes));
      if (!isWritten) {
        inMemory += bytes.size;
        if (inMemory > maxInMemoryBytes) {
          throw new FileTooLarge(messages.downloads.tooLarge);
        }
      }
      parts = [...parts, bytes];
    },
    async note(change) {
      if (state) await setState({ ...state, ...change });
    },
  };
}

async function openFolder(
  root: FileSystemDirectoryHandle,
  accountId: string,
  key?: string,
  create = false,
): Promise<FileSystemDirectoryHandle> {
  const bought = await root.getDirectoryHandle(boughtFolder, { create });
  const account = await bought.getDirectoryHandle(accountId, { create });
  return key === undefined ? account : account.getDirectoryHandle(key, { create });
}

/** Reads the contents of a draft's folder; null if its state is missing. */
export async function readDraft(
  folder: FileSystemDirectoryHandle,
): Promise<{ readonly state: FileState; readonly parts: readonly Blob[] } | null> {
  let state: FileState | null = null;
  const runs = new Map<number, File>();
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const file = await (handle as FileSystemFileHandle).getFile();
    if (name === stateName) state = JSON.parse(await file.text());
    else if (file.size > 0) runs.set(Number(name), file);
  }
  if (!state) return null;
  const parts: File[] = [];
  let reached = 0;
  for (let run = runs.get(0); run; run = runs.get(reached)) {
    parts.push(run);
    reached += run.size;
  }
  return { state, parts };
}

/** A page that died while writing the state left none, or half of one; treat both as nothing. */
function ifUnreadable(): null {
  return null;
}

/** Writes a file atomically: it has all of its new content, or its old content. */
async function writeWhole(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: Blob,
): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    await writable.write(content);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => {});
    throw error;
  }
}
