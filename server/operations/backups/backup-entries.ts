import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFile, parseManifest } from './manifest.ts';
import { type TarEntry, tarBytes, tarChunks } from './tar.ts';
import { TarError } from './tar-header.ts';

/** The files of a backup's folder. The manifest comes first, so that a reader knows at once what belongs to it. */
export async function* backupEntries(folder: string): AsyncGenerator<TarEntry> {
  for (const { path, bytes } of await listed(folder)) {
    yield { path, bytes, content: contentOf(join(folder, path)) };
  }
}

/** Opened only when it is read, because a download may end at any entry. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/** A whole backup as one file, generated while it is sent, and its size in bytes. */
export async function backupArchive(
  folder: string,
): Promise<{ readonly bytes: number; readonly content: AsyncGenerator<Uint8Array> }> {
  const files = await listed(folder);
  return {
    bytes: tarBytes(files.map(({ bytes }) => bytes)),
    content: tarChunks(backupEntries(folder)),
  };
}

async function listed(folder: string): Promise<{ path: string; bytes: number }[]> {
  const path = join(folder, manifestFile);
  const manifest = await parseManifest(createReadStream(path));
  if (!manifest) throw new TarError('its manifest is damaged');
  return [{ path: manifestFile, bytes: (await stat(path)).size }, ...manifest.files.values()];
}
