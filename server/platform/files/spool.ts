import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredFile } from './file-store.ts';

/** An older unfinished file belongs to a process that died. */
const abandonedMs = 3_600_000;

/** A complete file under a temporary name, durable, until somebody moves or deletes it. */
export interface SpooledFile extends StoredFile {
  readonly path: string;
}

/** Writes a file into `folder` under a temporary name and waits until it is durable. Leaves nothing if `source` throws. */
export async function spool(
  folder: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<SpooledFile> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        await writeAll(file, chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { path, sha256: hash.digest('hex'), bytes };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Deletes temporary files that were left by processes that died. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, done);
    done += bytesWritten;
  }
}
