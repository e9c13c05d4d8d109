import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore, ListedFile } from '../../platform/files/file-store.ts';

/** In the backup of a shop whose files are in a bucket: the files that were there, a line of JSON each. */
export const bucketListing = 'bucket.jsonl';

export async function writeListing(
  folder: string,
  files: AsyncIterable<ListedFile>,
): Promise<void> {
  async function* lines() {
    for await (const file of files) yield `${JSON.stringify(file)}\n`;
  }
  const to = createWriteStream(join(folder, bucketListing), { flush: true });
  await pipeline(Readable.from(lines()), to);
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
