import { newUuid } from '#contract/wire/new-uuid.ts';
import { DatabaseFiles, hasDatabaseFiles } from './database-files.ts';
import type { FilePlace } from './file-place.ts';
import { privateFolder } from './folder-files.ts';
import { writableFolder, writeWhole } from './writable-folder.ts';
import { canWriteInWorker, writeInWorker } from './write-in-worker.ts';

let chosen: Promise<FilePlace | null> | null = null;
let earlier: Promise<boolean> | null = null;

/** Where this browser stores new files; null: nowhere. */
export function placeForFiles(): Promise<FilePlace | null> {
  chosen ??= choosePlace();
  return chosen;
}

/** Where a file of an account is, or will be: an earlier version of the browser may have stored it elsewhere. */
export async function placeOfFile(accountId: string, key: string): Promise<FilePlace | null> {
  const place = await placeForFiles();
  if (place instanceof DatabaseFiles) return place;
  earlier ??= hasDatabaseFiles(null).catch(() => false);
  if (!(await earlier)) return place;
  const database = new DatabaseFiles(null);
  return (await database.read(accountId, key).catch(() => null)) ? database : place;
}

async function choosePlace(): Promise<FilePlace | null> {
  const root = await privateFolder();
  if (root && 'createWritable' in FileSystemFileHandle.prototype) {
    return writableFolder(root, writeWhole);
  }
  if (root && (await canWriteInWorker())) return writableFolder(root, writeInWorker);
  const database = new DatabaseFiles(null);
  return (await takesBlobs(database)) ? database : null;
}

/** Tries it out: in a private window some browsers have databases that refuse a Blob. */
async function takesBlobs(place: FilePlace): Promise<boolean> {
  const [owner, key] = ['', newUuid()];
  const facts = { name: key, mediaType: '', total: 1, sha256: '' };
  try {
    await place.create(owner, key, { ...facts, checkedAt: null, isToStore: false });
    const stored = await place.writeRun(owner, key, 0, new Blob(['x']));
    return (await stored.text()) === 'x';
  } catch {
    return false;
  } finally {
    await place.remove(owner, key).catch(() => {});
  }
}
