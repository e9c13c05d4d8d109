/// <reference path="./yazl.d.ts" />

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Services } from '../services.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { safeName } from './safe-name.ts';

/** Every entry carries it, so that the same files make the same archive. */
const entryTime = new Date('2026-01-01T12:00:00Z');

/**
 * Puts one ZIP of several originals in the store. Nothing is compressed, since pictures are already;
 * names that would collide get a number.
 */
export async function makeArchive(
  store: FileStore,
  files: readonly { readonly name: string; readonly sha256: string }[],
): Promise<StoredFile> {
  const zip = new ZipFile();
  const taken = new Set<string>();
  for (const file of files) {
    const content = await buffer(store.readOriginal(file.sha256));
    zip.addBuffer(content, freeName(taken, safeName(file.name)), {
      mtime: entryTime,
      mode: 0o100644,
      compress: false,
    });
  }
  zip.end();
  return store.putOriginal(zip.outputStream as Readable);
}

/** File systems that ignore case would unpack two such names into one file. */
function freeName(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const cut = dot > 0 ? dot : name.length;
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
    free = `${name.slice(0, cut)} ${count}${name.slice(cut)}`;
  }
  taken.add(free.toLowerCase());
  return free;
}

/**
 * Makes the archive of a design with several files and notes it on the design; part of publishing.
 * True once the design's downloads are complete: false while an original is missing, or where the
 * files changed meanwhile.
 */
export async function publishArchive(
  services: Pick<Services, 'database' | 'files' | 'clock'>,
  productId: string,
): Promise<boolean> {
  const { database, files: store, clock } = services;
  const filesOf = (reader: typeof database.read) =>
    reader
      .selectFrom('productFiles')
      .select(['name', 'sha256'])
      .where('productId', '=', productId)
      .orderBy('position')
      .execute();
  const rows = await filesOf(database.read);
  const files = rows.flatMap(({ name, sha256 }) => (sha256 === null ? [] : [{ name, sha256 }]));
  if (files.length === 0 || files.length < rows.length) return false;
  const archive = files.length === 1 ? null : await makeArchive(store, files);
  return database.write(async (tx) => {
    if (JSON.stringify(await filesOf(tx)) !== JSON.stringify(rows)) return false;
    await tx
      .updateTable('products')
      .set({
        archiveSha256: archive?.sha256 ?? null,
        archiveBytes: archive?.bytes ?? null,
        updatedAt: clock().toISOString(),
      })
      .where('id', '=', productId)
      .execute();
    return true;
  });
}
