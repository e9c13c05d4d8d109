import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type FileStore,
  type ListedFile,
  StoreUnreachable,
} from '../../platform/files/file-store.ts';

/** In the backup of a shop whose files are in a bucket: the files that were there, a line of JSON each. */
export const bucketListing = 'bucket.jsonl';

/**
 * Writes the listing. If the bucket can't be listed, writes none and returns why: the rows are nowhere else, so they
 * are backed up without it.
 */
export async function writeListing(
  folder: string,
  files: AsyncIterable<ListedFile>,
): Promise<StoreUnreachable | null> {
  async function* lines() {
    for await (const file of files) yield `${JSON.stringify(file)}\n`;
  }
  const path = join(folder, bucketListing);
  try {
    await pipeline(Readable.from(lines()), createWriteStream(path, { flush: true }));
    return null;
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    await rm(path, { force: true });
    return error;
  }
}

/** Compares a listing with the bucket. Returns how many files it has, and the paths that are missing or have another size. */
export async function compareListing(
  folder: string,
  store: FileStore,
): Promise<{ readonly files: number; readonly missing: readonly string[] }> {
  const there = new Map<string, number>();
  for await (const { path, bytes } of store.list() ?? []) there.set(path, bytes);
  const missing: string[] = [];
  let files = 0;
  const lines = createInterface({ input: createReadStream(join(folder, bucketListing)) });
  for await (const line of lines) {
    const { path, bytes } = JSON.parse(line) as ListedFile;
    files += 1;
    if (there.get(path) !== bytes) missing.push(path);
  }
  return { files, missing };
}
