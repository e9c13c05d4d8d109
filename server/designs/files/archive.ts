import { queueChecksums } from '../../platform/checksums/file-checksums.ts';
import { type Change, makeChange } from '../../platform/database/change.ts';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import { freeName, safeName } from '../../platform/files/safe-name.ts';
import { storedZip } from '../../platform/files/stored-zip.ts';
import type { Services } from '../../platform/services/services.ts';

/**
 * Stores a ZIP of several originals. It isn't compressed, because pictures already are; names that would
 * collide get a number.
 */
export async function makeArchive(
  store: FileStore,
  files: readonly { readonly name: string; readonly sha256: string; readonly bytes: number }[],
): Promise<StoredFile> {
  const taken = new Set<string>();
  const entries = files.map(({ name, sha256, bytes }) => ({
    name: freeName(taken, safeName(name)),
    bytes,
    read: () => store.readOriginal(sha256),
  }));
  return store.putOriginal(storedZip(entries));
}

/** `missing`: an original isn't stored yet. `changed`: the files changed in the meantime. */
export type Published = 'done' | 'missing' | 'changed';

/**
 * Makes the archive of a design with several files and stores it with the design; part of publishing. Returns
 * `done` once the downloads are complete; `together` is committed with them. Otherwise nothing changes.
 */
export async function publishArchive(
  services: Pick<Services, 'database' | 'files' | 'clock'>,
  productId: string,
  together: (change: Change) => Promise<void> = async () => {},
): Promise<Published> {
  const { database, files: store } = services;
  const filesOf = (reader: typeof database.read) =>
    reader
      .selectFrom('productFiles')
      .select(['name', 'sha256', 'bytes'])
      .where('productId', '=', productId)
      .orderBy('position')
      .execute();
  const rows = await filesOf(database.read);
  const files = rows.flatMap(({ name, sha256, bytes }) =>
    sha256 === null ? [] : [{ name, sha256, bytes: bytes ?? 0 }],
  );
  if (files.length === 0 || files.length < rows.length) return 'missing';
  const archive = files.length === 1 ? null : await makeArchive(store, files);
  return makeChange(services, async (change) => {
    const { tx, now } = change;
    if (JSON.stringify(await filesOf(tx)) !== JSON.stringify(rows)) return 'changed';
    await tx
      .updateTable('products')
      .set({
        archiveSha256: archive?.sha256 ?? null,
        archiveBytes: archive?.bytes ?? null,
        updatedAt: now.toISOString(),
      })
      .where('id', '=', productId)
      .execute();
    await queueChecksums(
      change,
      files.map(({ sha256 }) => sha256),
    );
    await together(change);
    return 'done';
  });
}
