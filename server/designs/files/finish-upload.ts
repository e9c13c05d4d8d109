import { Readable } from 'node:stream';
import { fileMessages } from '#contract/studio/files.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { type AuditedChange, makeAuditedChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { type FileKind, nameOfKind } from '../../platform/files/file-kind.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { headOf } from '../../platform/files/head-of.ts';
import { freeName } from '../../platform/files/safe-name.ts';
import { Problem } from '../../platform/http/problem.ts';
import { withStorageProblem } from '../../platform/http/storage-problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { type FiledDesign, filesChanged, findDesign } from './files-changed.ts';
import { kindFor } from './kind-for.ts';
import { type Measure, measure, measureBytes } from './measure.ts';
import {
  assertRoomForUpload,
  findUpload,
  forgetUpload,
  isRefusal,
  type Upload,
  wrongOffset,
} from './uploads.ts';
import { queuePreviews } from './work-queue.ts';

/** An upload's joined bytes in the store. */
interface Original extends Measure {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Turns a complete upload into a picture or file of its design, and returns what was received; repeating it
 * returns the same. The design changes completely or not at all.
 * @throws UPLOAD_OFFSET if bytes are missing; UNSUPPORTED_TYPE; INVALID; NOT_FOUND; STORAGE_FULL
 */
export async function finishUpload(
  services: Services,
  actorId: string,
  uploadId: string,
): Promise<{ sha256: string; bytes: number }> {
  const upload = await findUpload(services.database.read, uploadId);
  if (upload.sha256 !== null) return { sha256: upload.sha256, bytes: upload.bytes };
  try {
    return await withStorageProblem(() => finish(services, actorId, upload));
  } catch (error) {
    // Another tab finished it first, and deleted the parts while they were read here.
    const now = await findUpload(services.database.read, uploadId);
    if (now.sha256 !== null) return { sha256: now.sha256, bytes: now.bytes };
    if (isRefusal(error)) await forgetUpload(services, uploadId);
    if (Reflect.get(error as object, 'code') !== 'ENOENT') throw error;
    // The parts are missing, as after a restore: backups don't include them. The client sends it again from the start.
    await forgetParts(services.database, uploadId);
    throw wrongOffset(0);
  }
}

function forgetParts(database: Services['database'], uploadId: string): Promise<void> {
  return database.write(async (tx) => {
    await tx.deleteFrom('uploadParts').where('uploadId', '=', uploadId).execute();
    await tx.updateTable('fileUploads').set({ received: 0 }).where('id', '=', uploadId).execute();
  });
}

async function finish(
  services: Services,
  actorId: string,
  upload: Upload,
): Promise<{ sha256: string; bytes: number }> {
  const { database, files } = services;
  if (upload.received < upload.bytes) throw wrongOffset(upload.received);
  const parts = await database.read
    .selectFrom('uploadParts')
    .select('part')
    .where('uploadId', '=', upload.id)
    .orderBy('start')
    .execute();
  const names = parts.map(({ part }) => part);
  const kind = kindFor(upload, await headOf(joined(files, names)));
  const stored = await files.putOriginal(joined(files, names));
  if (!kind || stored.bytes !== upload.bytes) throw new Error('parts of an upload are missing');
  const head = files.readOriginal(stored.sha256, { start: 0, end: measureBytes - 1 });
  const original: Original = {
    name: nameOfKind(upload.name, kind),
    mediaType: kind.mediaType,
    ...stored,
    ...(await measure(kind.mediaType, await headOf(head, measureBytes))),
  };
  await makeAuditedChange(services, actorId, async (change) => {
    const { tx, now } = change;
    const { sha256 } = await findUpload(tx, upload.id);
    if (sha256 !== null) return;
    const design = await findDesign(tx, upload.productId);
    const { kind: as, bytes, replacesId } = upload;
    await assertRoomForUpload(tx, design.id, { kind: as, bytes, replaces: replacesId });
    await tx.deleteFrom('uploadParts').where('uploadId', '=', upload.id).execute();
    await tx
      .updateTable('fileUploads')
      .set({ sha256: stored.sha256, touchedAt: now.toISOString() })
      .where('id', '=', upload.id)
      .execute();
    if (as === 'image') await addImage(change, design, original);
    else if (replacesId === null) await addFile(change, design, original);
    else await replaceFile(change, design, replacesId, original, kind);
  });
  for (const name of names) await files.removePart(name);
  return stored;
}

/** The parts concatenated into one stream; each is opened when it is reached. */
function joined(files: FileStore, names: readonly string[]): Readable {
  return Readable.from(
    (async function* () {
      for (const name of names) yield* files.readPart(name);
    })(),
    { objectMode: false },
  );
}

async function addImage(
  change: AuditedChange,
  design: FiledDesign,
  { name, sha256 }: Original,
): Promise<void> {
  await queuePreviews(change, { productId: design.id, name, sha256 });
  const after = { name };
  await recordAction(change, {
    action: 'picture.added',
    subjectId: design.id,
    before: null,
    after,
  });
}

async function addFile(
  change: AuditedChange,
  design: FiledDesign,
  original: Original,
): Promise<void> {
  const { tx, now } = change;
  const others = await filesOf(tx, design.id);
  assertNotUploaded(others, original);
  const name = freeName(new Set(others.map((file) => file.name.toLowerCase())), original.name);
  const position = Math.max(-1, ...others.map((file) => file.position)) + 1;
  await tx
    .insertInto('productFiles')
    .values({ id: newId(now), productId: design.id, position, ...original, name })
    .execute();
  const after = { name, bytes: original.bytes };
  await recordAction(change, { action: 'file.added', subjectId: design.id, before: null, after });
  await filesChanged(change, design);
}

/** Gives the new version the position and name of the old one, which is kept as an earlier version. */
async function replaceFile(
  change: AuditedChange,
  design: FiledDesign,
  fileId: string,
  original: Original,
  kind: FileKind,
): Promise<void> {
  const { tx, now } = change;
  const all = await filesOf(tx, design.id);
  const old = all.find(({ id }) => id === fileId);
  if (!old) throw new Problem('NOT_FOUND', fileMessages.noFile);
  if (old.sha256 === null || old.bytes === null) {
    throw new Problem('INVALID', fileMessages.missingFile);
  }
  if (old.sha256 === original.sha256) throw new Problem('INVALID', fileMessages.sameFile);
  const others = all.filter(({ id }) => id !== fileId);
  assertNotUploaded(others, original);
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  const name = freeName(taken, nameOfKind(old.name, kind));
  const { id, productId, position, sha256, bytes, ...facts } = old;
  const { last } = await tx
    .selectFrom('fileVersions')
    .select((row) => row.fn.max('version').as('last'))
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await tx
    .insertInto('fileVersions')
    .values({ fileId, version, ...facts, sha256, bytes, replacedAt: now.toISOString() })
    .execute();
  await tx
    .updateTable('productFiles')
    .set({ ...original, name })
    .where('id', '=', fileId)
    .execute();
  await recordAction(change, {
    action: 'file.replaced',
    subjectId: design.id,
    before: { name: old.name, bytes },
    after: { name, bytes: original.bytes, version: version + 1 },
  });
  await filesChanged(change, design, [name]);
}

function filesOf(tx: Transaction, productId: string) {
  return tx
    .selectFrom('productFiles')
    .selectAll()
    .where('productId', '=', productId)
    .orderBy('position')
    .execute();
}

function assertNotUploaded(
  others: readonly { sha256: string | null }[],
  { sha256 }: Original,
): void {
  if (others.some((file) => file.sha256 === sha256)) {
    throw new Problem('INVALID', fileMessages.twice);
  }
}
