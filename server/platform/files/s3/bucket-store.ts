import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { BucketSetting } from '../../bucket-setting.ts';
import {
  allFolders,
  digestPath,
  fileFolders,
  isFilePath,
  previewEtag,
  previewPath,
  type Random,
  randomName,
  randomPath,
  sha256Pattern,
} from '../file-paths.ts';
import {
  type FileStore,
  type ListedFile,
  MissingFile,
  type StoredFile,
  StoreUnreachable,
} from '../file-store.ts';
import { moveMark, unfinishedMove } from '../move-mark.ts';
import { removeAbandoned } from '../spool.ts';
import { streamOf } from '../stream-of.ts';
import { spoolFolder } from '../unfinished-folders.ts';
import { Bucket, type StoredObject } from './bucket.ts';
import type { Source } from './object-writer.ts';
import { ownerNote } from './owner-note.ts';
import { whileSpooled } from './spooled-source.ts';
import { assertUsable, sourceOfBytes, tried, triedFolder } from './try-bucket.ts';

/** What was stored so recently isn't stored again: it is deleted a day later at the earliest. */
const freshMs = 3_600_000;
/** A deletion that takes longer is given up; a note about one that is older was left by a crash. */
const removalMs = { most: 10_000, noted: 120_000 };
/** How often a file is stored that is gone or incomplete afterwards. */
const maxStores = 3;
/** How long a write waits for the deletion of the same path. */
const waitMs = { each: 50, all: 20_000 };
/** An upload in parts that began earlier belongs to a process that died. */
const abandonedMs = 86_400_000;
const forever = 'public, max-age=31536000, immutable';

/**
 * Opens a store in a bucket, with the same paths as on disk. Files of unknown length are first written to
 * `directory`, because their digest is their path. `warn`: is told what doesn't work with a bucket in use.
 * @throws EnvError if the bucket can't be used, or has only a part of a shop's files that is being moved
 */
export async function openBucketStore(
  setting: BucketSetting,
  directory: string,
  warn?: (text: string) => void,
): Promise<FileStore> {
  const unfinished = join(directory, spoolFolder);
  await mkdir(unfinished, { recursive: true });
  await removeAbandoned(unfinished);
  const bucket = new Bucket(setting);
  const hasAnswered = await assertUsable(bucket, setting, warn);
  if (hasAnswered && (await tried(setting, 'looking for a file', () => bucket.find(moveMark))))
    throw unfinishedMove('FILES_URL', `the bucket ${setting.bucket}`);
  return bucketStore(bucket, unfinished);
}

/** A store in a bucket, opened only to list its files. */
export function bucketList(setting: BucketSetting): Pick<FileStore, 'list'> {
  const bucket = new Bucket(setting);
  return { list: () => listInBucket(bucket, fileFolders) };
}

/** Opens a bucket after trying everything that the shop does there. @throws EnvError */
export async function openBucket(setting: BucketSetting): Promise<Bucket> {
  const bucket = new Bucket(setting);
  await assertUsable(bucket, setting);
  return bucket;
}

function bucketStore(bucket: Bucket, unfinished: string): FileStore {
  async function putOriginal(source: Source): Promise<StoredFile> {
    const { sha256, bytes } = source;
    await putAddressed(bucket, digestPath('originals', sha256), source);
    return { sha256, bytes };
  }

  const namesBefore = async (kind: Random, instant: Date) => {
    const names: string[] = [];
    for await (const { path, storedAt } of bucket.list(`${kind}/`)) {
      if (isFilePath(path) && storedAt < instant) names.push(path.slice(kind.length + 1));
    }
    return names;
  };

  return {
    owner: ownerNote(bucket),
    putOriginal: (source) =>
      source instanceof Uint8Array
        ? putOriginal(sourceOfBytes(source))
        : whileSpooled(unfinished, source, putOriginal),
    async statOriginal(sha256) {
      const found = await bucket.find(digestPath('originals', sha256));
      return found && { sha256, bytes: found.bytes };
    },
    readOriginal(sha256, range) {
      const path = digestPath('originals', sha256);
      return streamOf((left) => bucket.read(path, { range, sha256, left }));
    },
    originalUrl: (sha256, file) => bucket.urlOf(digestPath('originals', sha256), file),
    async putPreview(name, bytes) {
      const path = previewPath(name);
      if (path === null) throw new RangeError(`not the name of a preview: ${name}`);
      await putAddressed(bucket, path, sourceOfBytes(bytes), previewHeaders(name));
    },
    async readPreview(name) {
      const path = previewPath(name);
      const bytes = path === null ? null : await readWhole(bucket, path);
      return bytes && { bytes, etag: previewEtag(name) };
    },
    async previewBytes(name) {
      const path = previewPath(name);
      const found = path === null ? null : await bucket.find(path);
      return found?.bytes ?? null;
    },
    async putUpload(bytes) {
      const name = randomName();
      await bucket.put(randomPath('uploads', name), sourceOfBytes(bytes));
      return name;
    },
    readUpload: (name) => readWhole(bucket, randomPath('uploads', name)),
    removeUpload: (name) => bucket.remove(randomPath('uploads', name)),
    uploadsBefore: (instant) => namesBefore('uploads', instant),
    async putPart(chunks) {
      const name = randomName();
      const { bytes } = await whileSpooled(unfinished, chunks, async (source) => {
        await bucket.put(randomPath('parts', name), source);
        return source;
      });
      return { name, bytes };
    },
    readPart(name) {
      const path = randomPath('parts', name);
      return streamOf((left) => bucket.read(path, { left }));
    },
    removePart: (name) => bucket.remove(randomPath('parts', name)),
    partsBefore: (instant) => namesBefore('parts', instant),
    async digestsOf(kind, start) {
      const folder = `${kind}/${start}/`;
      if (kind === 'previews') {
        return (await bucket.folders(folder)).filter((name) => sha256Pattern.test(name));
      }
      const digests: string[] = [];
      for await (const { path } of bucket.list(folder)) digests.push(path.slice(folder.length));
      return digests.filter((name) => sha256Pattern.test(name));
    },
    async removeBefore(kind, digest, instant) {
      const path = digestPath(kind, digest);
      if (kind === 'originals') return removeOld(bucket, path, instant);
      for await (const preview of bucket.list(`${path}/`)) {
        await removeOld(bucket, preview.path, instant);
      }
    },
    list: () => listInBucket(bucket, fileFolders),
    removeUnfinished: () => removeAbandoned(unfinished),
    async endUploads() {
      const instant = new Date(Date.now() - abandonedMs);
      for await (const { path, storedAt } of bucket.list(`${triedFolder}/`)) {
        if (storedAt < instant) await bucket.remove(path);
      }
      // Not in the whole bucket, which other programs may use too.
      for (const folder of [...allFolders, triedFolder]) await bucket.endUploads(folder, instant);
    },
    async check() {
      await bucket.folders(`${triedFolder}/`);
    },
  };
}

/**
 * Stores a file under a path that depends on its content. If it is there already, it is only stored again
 * once it is old, which renews its age: nobody deletes it as unused before a row refers to it. A deletion
 * may be under way in another process; it is awaited, and its effect undone.
 */
async function putAddressed(
  bucket: Bucket,
  path: string,
  source: Source,
  headers?: { readonly ContentType: string; readonly CacheControl: string },
): Promise<void> {
  const isComplete = (found: StoredObject | null) => found?.bytes === source.bytes;
  for (let times = 0; times < maxStores; times += 1) {
    const known = await bucket.find(path);
    const age = known && Date.now() - known.storedAt.getTime();
    if (!isComplete(known) || age === null || age >= freshMs) {
      // A server may refuse what must be new although nothing is there.
      const isNew = known === null && times === 0;
      await bucket.put(path, source, { isNew, ...(headers && { headers }) });
    }
    await removalEnded(bucket, path);
    if (isComplete(await bucket.find(path))) return;
  }
  throw new StoreUnreachable(path, 'the bucket took it and doesn’t have all of it');
}

/**
 * Deletes a file that was last stored before `instant`. A note says so first: a store of the same path that starts
 * afterwards waits until the note is gone and looks again; a store that finished earlier has reset its age, so
 * `isOld` is false.
 */
async function removeOld(bucket: Bucket, path: string, instant: Date): Promise<void> {
  const isOld = async () => {
    const found = await bucket.find(path);
    return found !== null && found.storedAt < instant;
  };
  if (!(await isOld())) return;
  const startedAt = Date.now();
  await bucket.put(noteOf(path), sourceOfBytes(Buffer.from(path)));
  if ((await isOld()) && Date.now() - startedAt < removalMs.most) await bucket.remove(path);
  await bucket.remove(noteOf(path));
}

async function removalEnded(bucket: Bucket, path: string): Promise<void> {
  for (let waited = 0; ; waited += waitMs.each) {
    const note = await bucket.find(noteOf(path));
    if (!note || Date.now() - note.storedAt.getTime() > removalMs.noted) return;
    if (waited >= waitMs.all) throw new StoreUnreachable(path, 'it is being deleted');
    await pause(waitMs.each);
  }
}

const noteOf = (path: string) => `removing/${path}`;

async function readWhole(bucket: Bucket, path: string): Promise<Buffer | null> {
  try {
    return await buffer(bucket.read(path));
  } catch (error) {
    if (error instanceof MissingFile) return null;
    throw error;
  }
}

/** The store's own files in these folders; leaves out other objects, such as those that stand for a folder. */
export async function* listInBucket(
  bucket: Bucket,
  folders: readonly string[],
): AsyncGenerator<ListedFile> {
  for (const folder of folders) {
    for await (const { path, bytes } of bucket.list(`${folder}/`)) {
      if (isFilePath(path)) yield { path, bytes };
    }
  }
}

/** What caches before a public bucket need to know about a preview. */
export function previewHeaders(name: string) {
  return { ContentType: `image/${name.split('.').at(-1)}`, CacheControl: forever };
}
