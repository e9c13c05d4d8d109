import { messages } from '#contract/messages/messages.ts';
import { boughtFolder, ifAbsent, removeFolder } from './forget-stored-files.ts';

/** What the server tells of a file, and the name it goes out under. */
export interface FileFacts {
  readonly name: string;
  readonly mediaType: string;
  /** Bytes; null where the server doesn't say. */
  readonly total: number | null;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string;
  readonly etag: string;
}

export interface FileState extends FileFacts {
  /** When all of it was there and fitted its SHA-256, in ms since 1970; null before. */
  readonly checkedAt: number | null;
  /** The buyer wants it to stay on this device. */
  readonly isKept: boolean;
}

/** `device`: the bytes outlive the page; `full`: the device had no room for all of them; `page`: it can't hold files. */
export type DraftPlace = 'device' | 'full' | 'page';

/** A bought file as far as this device has it. It is one page's to write: hold `withFileLock` meanwhile. */
export interface FileDraft {
  /** Null: nothing of it is here. */
  state(): FileState | null;
  /** The bytes from the first on, in order. */
  parts(): readonly Blob[];
  /** How many bytes are here. */
  reached(): number;
  place(): DraftPlace;
  /** Forgets what was here and begins a file anew. */
  start(facts: FileFacts): Promise<void>;
  /** Adds the bytes that follow. @throws FileTooLarge where only the page's memory is left and the file is too long for it. */
  append(bytes: Blob): Promise<void>;
  note(change: Partial<Pick<FileState, 'checkedAt' | 'isKept'>>): Promise<void>;
  remove(): Promise<void>;
}

/** What doesn't fit on the device may be this long, in bytes; a phone's page dies of more. */
export const maxInMemoryBytes = 400_000_000;

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** A full disk has many names; these say something else. */
const otherReasons: ReadonlySet<string> = new Set(['NotFoundError', 'SecurityError']);

const stateName = 'state.json';

/**
 * Opens what is here of a file. On the device it is a folder with `state.json` and a file for each
 * run of bytes, named after the place of the first: a run is there whole or not at all, so a page
 * that dies loses only the one it was writing. `root` null: all stays in the page's memory.
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

  /** What can't be written stays in memory, and so does all that follows. */
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
      await setState({ ...facts, checkedAt: null, isKept: false });
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

/** What a draft's folder holds; null where its beginning is missing. */
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

/** A page that died while it wrote the state left none, or half of one: as good as nothing. */
function ifUnreadable(): null {
  return null;
}

/** The file has its new content whole, or as it was before. */
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
