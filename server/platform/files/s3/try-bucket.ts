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

/** How long a start waits for a bucket that doesn't answer. */
const silentMs = 15_000;
/** What no answer of the bucket itself says, or one that isn't about what was asked. */
const outages =
  /^(HTTP 5\d\d|InternalError|ServiceUnavailable|SlowDown|RequestTimeout|TimeoutError|(E|CERT_|DEPTH_|SELF_|UNABLE_)[A-Z_]+)$/;

/** What is stored to see whether it works. */
const small = { name: 'a file', bytes: 32 } as const;
/** One that goes in parts. */
const large = { name: 'a file of 9 MiB in parts', bytes: pieceBytes + 1024 * 1024 } as const;
type Trial = typeof small | typeof large;

/**
 * Does everything once that the shop needs to be allowed, as each start does. `warn`: is told what doesn't work where the
 * shop goes on: its bucket has files and takes none, or none that are large, or it is away. Returns whether it answered.
 * @throws EnvError
 */
export async function assertUsable(
  bucket: Bucket,
  setting: BucketSetting,
  warn?: (text: string) => void,
): Promise<boolean> {
  const away = warn ? await whyAway(bucket) : null;
  if (away !== null) {
    warn?.(
      `FILES_URL: ${placeOf(setting)} is away: ${away}. What needs files doesn’t work until it is back.`,
    );
    return false;
  }
  let unstored = 'any';
  try {
    await tryFile(bucket, setting, small);
    unstored = `any of more than ${pieceBytes / 1024 / 1024} MiB`;
    await tryLargeFile(bucket, setting, rememberedMs);
  } catch (error) {
    if (!warn || !(error instanceof EnvError) || !(await hasFiles(bucket))) throw error;
    warn(
      `${error.message}. The shop goes on with the files that it has, and can’t store ${unstored} until that is mended. npm run files:setup tries it.`,
    );
  }
  return true;
}

/** Why the bucket doesn't answer; null if it does, be it with a refusal. */
async function whyAway(bucket: Bucket): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, silentMs, 'TimeoutError');
  const answer = bucket.folders('originals/').then(
    () => null,
    (error: unknown) =>
      error instanceof StoreUnreachable && outages.test(error.reason) ? error.reason : null,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function hasFiles(bucket: Bucket): Promise<boolean> {
  return bucket.folders('originals/').then(
    (folders) => folders.length > 0,
    () => false,
  );
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
    throw new EnvError(`FILES_URL: ${what} in ${placeOf(setting)} failed: ${reason}`);
  }
}

function placeOf({ bucket, endpoint, region }: BucketSetting): string {
  return `the bucket ${bucket} at ${endpoint ?? `Amazon (${region})`}`;
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
