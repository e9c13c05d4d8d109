import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BucketSetting } from '../../bucket-setting.ts';
import { EnvError } from '../../env.ts';
import { StoreUnreachable } from '../file-store.ts';
import type { Bucket } from './bucket.ts';
import { pieceBytes, type Source } from './object-writer.ts';

/** The folder for files that show what the bucket can do. */
export const triedFolder = 'unfinished';
/** The folder of notes that say which settings a large file was tried with. */
export const notesFolder = 'tried';
/** So much later a large file is tried again: the server may be another one by then. */
const rememberedMs = 30 * 86_400_000;

/** What is stored to see whether it works. */
const small = { name: 'a file', bytes: 32 } as const;
/** One that goes in parts. */
const large = { name: 'a file of 9 MiB in parts', bytes: pieceBytes + 1024 * 1024 } as const;
type Trial = typeof small | typeof large;

/**
 * Does everything once that the shop needs to be allowed, as each start does. `warn`: is told why no large file can be
 * stored where the shop has files already, which it goes on serving.
 * @throws EnvError
 */
export async function assertUsable(
  bucket: Bucket,
  setting: BucketSetting,
  warn?: (text: string) => void,
): Promise<void> {
  await tryFile(bucket, setting, small);
  try {
    await tryLargeFile(bucket, setting, rememberedMs);
  } catch (error) {
    if (!warn || !(error instanceof EnvError) || !(await hasFiles(bucket, setting))) throw error;
    warn(
      `${error.message}. The shop goes on with the files that it has, and can’t store any of more than ${pieceBytes / 1024 / 1024} MiB until that is mended. npm run files:setup tries it.`,
    );
  }
}

async function hasFiles(bucket: Bucket, setting: BucketSetting): Promise<boolean> {
  const folders = await tried(setting, 'listing files', () => bucket.folders('originals/'));
  return folders.length > 0;
}

/** The path of the note that a large file was stored with these settings. */
export function noteOf(setting: BucketSetting): string {
  const digest = createHash('sha256').update(JSON.stringify(setting)).digest('hex');
  return `${notesFolder}/${digest}`;
}

/** Stores, reads and deletes a small file. @throws EnvError */
export function trySmallFile(bucket: Bucket, setting: BucketSetting): Promise<void> {
  return tryFile(bucket, setting, small);
}

/**
 * Stores, reads and deletes a file of 9 MiB, which goes in parts, unless that worked with these settings within
 * `rememberedMs`: a note in the bucket remembers it for all processes.
 * @throws EnvError
 */
export async function tryLargeFile(
  bucket: Bucket,
  setting: BucketSetting,
  rememberedMs = 0,
): Promise<void> {
  const note = noteOf(setting);
  const noted = await tried(setting, 'looking for a file', () => bucket.find(note));
  if (noted && Date.now() - noted.storedAt.getTime() < rememberedMs) return;
  await tryFile(bucket, setting, large);
  const text = sourceOfBytes(Buffer.from('A large file was stored here in parts, and read.'));
  await tried(setting, 'storing a file', () => bucket.put(note, text));
}

/** Stores a small file, does something with its path, and deletes it. @throws StoreUnreachable */
export async function whileStored<T>(
  bucket: Bucket,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = `${triedFolder}/${randomUUID()}`;
  await bucket.put(path, sourceOfBytes(randomBytes(small.bytes)));
  try {
    return await use(path);
  } finally {
    await bucket.remove(path);
  }
}

/** What `step` returns, which is `what` the shop does with a file. @throws EnvError if it fails */
export async function tried<T>(
  setting: BucketSetting,
  what: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const reason = error instanceof StoreUnreachable ? error.reason : 'the file is missing';
    const place = `the bucket ${setting.bucket} at ${setting.endpoint ?? `Amazon (${setting.region})`}`;
    throw new EnvError(`FILES_URL: ${what} in ${place} failed: ${reason}`);
  }
}

export function sourceOfBytes(bytes: Uint8Array): Source {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.byteLength,
    read: async (start, length) => bytes.subarray(start, start + length),
  };
}

async function tryFile(
  bucket: Bucket,
  setting: BucketSetting,
  { name, bytes }: Trial,
): Promise<void> {
  const path = `${triedFolder}/${randomUUID()}`;
  const source = sourceOfBytes(randomBytes(bytes));
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['storing', () => bucket.put(path, source)],
    ['reading', () => buffer(bucket.read(path, { sha256: source.sha256 }))],
    ['listing', () => bucket.folders(`${triedFolder}/`)],
    ['deleting', () => bucket.remove(path)],
    ['looking for', () => assertGone(bucket, path)],
  ];
  try {
    for (const [what, step] of steps) await tried(setting, `${what} ${name}`, step);
  } catch (error) {
    await bucket.remove(path).catch(() => {});
    throw error;
  }
}

async function assertGone(bucket: Bucket, path: string): Promise<void> {
  if (await bucket.find(path)) {
    const reason = 'it was deleted and is still found, perhaps in a cache before the bucket';
    throw new StoreUnreachable(path, reason);
  }
}
