import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFile, parseManifest } from './manifest.ts';
import { type TarEntry, TarError, tarBytes, tarChunks } from './tar.ts';

/** The files of a backup's folder, its manifest first: whoever reads them can tell at once what belongs. */
export async function* backupEntries(folder: string): AsyncGenerator<TarEntry> {
  for (const { path, bytes } of await listed(folder)) {
    yield { path, bytes, content: contentOf(join(folder, path)) };
  }
}

/** Opened when it is read and not before: a download may end at any entry. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

/** A whole backup as one file, made while it is sent, with the number of its bytes. */
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
