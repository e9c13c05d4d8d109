import type { Selectable } from 'kysely';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import {
  endsUpload,
  fileLimits,
  fileMessages,
  uploadOffsetHeader,
} from '#contract/studio/files.ts';
import { sizeRefusal } from '#contract/studio/upload-refusal.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { makeAuditedChange } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { headOf } from '../../platform/files/head-of.ts';
import { invalidField, Problem } from '../../platform/http/problem.ts';
import { withStorageProblem } from '../../platform/http/storage-problem.ts';
import type { Services } from '../../platform/services/services.ts';
import { findDesign } from './files-changed.ts';
import { kindFor } from './kind-for.ts';
import { removeUnclaimedPart } from './remove-old-uploads.ts';

export type Upload = Selectable<Tables['fileUploads']>;

/**
 * Starts an upload, or finds the interrupted one of the same file: same name, size, modification time and
 * place. So two tabs that send one file share one upload. Starts for a design take turns and wait for a part that
 * is being counted: if they ran again because of it, all parts could be there before the second tab finds the upload.
 */
export async function startUpload(
  { database, clock }: Services,
  designId: string,
  body: StudioCallInput<'startUpload'>['body'],
): Promise<StudioCallAnswer<'startUpload'>> {
  const { replaces, ...file } = body;
  return withStorageProblem(() =>
    database.write(async (tx) => {
      const now = clock();
      const touchedAt = now.toISOString();
      await findDesign(tx, designId);
      await assertRoomForUpload(tx, designId, body);
      const known = await tx
        .selectFrom('fileUploads')
        .selectAll()
        .where('productId', '=', designId)
        .where('sha256', 'is', null)
        .where('kind', '=', file.kind)
        .where('name', '=', file.name)
        .where('bytes', '=', file.bytes)
        .where('modifiedAt', '=', file.modifiedAt)
        .where('replacesId', replaces === null ? 'is' : '=', replaces)
        .executeTakeFirst();
      if (known) {
        await tx.updateTable('fileUploads').set({ touchedAt }).where('id', '=', known.id).execute();
        return presentUpload(known);
      }
      const row = await tx
        .insertInto('fileUploads')
        .values({
          id: newId(now),
          productId: designId,
          replacesId: replaces,
          ...file,
          sha256: null,
          createdAt: touchedAt,
          touchedAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return presentUpload(row);
    }, `uploads of ${designId}`),
  );
}

/** @throws NOT_FOUND if the file to replace doesn't exist; INVALID past a limit */
export async function assertRoomForUpload(
  tx: Transaction,
  designId: string,
  {
    kind,
    bytes,
    replaces,
  }: Pick<StudioCallInput<'startUpload'>['body'], 'kind' | 'bytes' | 'replaces'>,
): Promise<void> {
  const tooLarge = sizeRefusal(kind, bytes);
  if (tooLarge !== null) throw refusedSize(tooLarge);
  if (kind === 'image') {
    const { shown, made } = await tx
      .selectNoFrom((row) => [
        row
          .selectFrom('productImages')
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('productId', '=', designId)
          .as('shown'),
        row
          .selectFrom('designWork')
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('productId', '=', designId)
          .where('kind', '=', 'previews')
          .as('made'),
      ])
      .executeTakeFirstOrThrow();
    if ((shown ?? 0) + (made ?? 0) >= fileLimits.images) {
      throw new Problem('INVALID', fileMessages.tooManyImages);
    }
    return;
  }
  const files = await tx
    .selectFrom('productFiles')
    .select(['id', 'bytes'])
    .where('productId', '=', designId)
    .execute();
  if (replaces !== null && !files.some(({ id }) => id === replaces)) {
    throw new Problem('NOT_FOUND', fileMessages.noFile);
  }
  const others = files.filter(({ id }) => id !== replaces);
  if (others.length >= fileLimits.files) throw new Problem('INVALID', fileMessages.tooManyFiles);
  const all = others.reduce((sum, file) => sum + (file.bytes ?? 0), bytes);
  if (all > fileLimits.designBytes) throw new Problem('INVALID', fileMessages.designTooLarge);
}

function refusedSize(text: string): Problem {
  return invalidField('bytes', text);
}

/** @throws NOT_FOUND */
export async function findUpload(database: Reader, id: string): Promise<Upload> {
  const row = await database
    .selectFrom('fileUploads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', fileMessages.noUpload);
  return row;
}

export function presentUpload(row: Upload): StudioCallAnswer<'upload'> {
  const { id, kind, name, bytes, received, replacesId } = row;
  return { _id: id, kind, name, bytes, received, replaces: replacesId };
}

/**
 * Stores the bytes of a part as a file of its own, and counts them if they continue the upload; if the
 * connection breaks, counts those that arrived. Of two parts for the same offset the first counts, so that
 * their bytes never mix.
 * @throws UPLOAD_OFFSET with the offset to continue from; TOO_LARGE; UNSUPPORTED_TYPE; STORAGE_FULL
 */
export async function sendPart(
  { database, files, clock }: Services,
  uploadId: string,
  headers: Headers,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ received: number }> {
  const upload = await findUpload(database.read, uploadId);
  const start = offsetOf(headers);
  if (start !== upload.received) throw wrongOffset(upload.received);
  const room = upload.bytes - start;
  if (Number(headers.get('content-length') ?? 0) > room) throw tooLong();
  const part = await withStorageProblem(() => files.putPart(untilCut(bytes, room)));
  let isCounted = false;
  try {
    if (part.bytes === 0) return { received: start };
    // Refused at once, so that nobody sends a large file for nothing; finishing checks again.
    if (start === 0) await kindFor(upload, await headOf(files.readPart(part.name)));
    const received = start + part.bytes;
    await withStorageProblem(() =>
      database.write(async (tx) => {
        const row = await findUpload(tx, uploadId);
        if (row.received !== start || row.sha256 !== null) throw wrongOffset(row.received);
        await tx
          .updateTable('fileUploads')
          .set({ received, touchedAt: clock().toISOString() })
          .where('id', '=', uploadId)
          .execute();
        await tx.insertInto('uploadParts').values({ uploadId, start, part: part.name }).execute();
      }),
    );
    isCounted = true;
    return { received };
  } catch (error) {
    if (isRefusal(error)) await forgetUpload({ database, files }, uploadId);
    throw error;
  } finally {
    // A database that breaks down during the commit doesn't say whether it counted. The clean-up makes up for a failure.
    if (!isCounted) await removeUnclaimedPart({ database, files }, part.name).catch(() => {});
  }
}

function offsetOf(headers: Headers): number {
  const text = headers.get(uploadOffsetHeader) ?? '';
  if (!/^\d{1,12}$/.test(text)) throw new Problem('INVALID', fileMessages.offsetHeader);
  return Number(text);
}

export function wrongOffset(offset: number): Problem {
  return new Problem('UPLOAD_OFFSET', fileMessages.wrongOffset, { offset });
}

function tooLong(): Problem {
  return new Problem('TOO_LARGE', fileMessages.tooLong);
}

/** Ends without an error when the connection breaks, because the bytes so far are good. @throws TOO_LARGE past `room` bytes */
async function* untilCut(
  bytes: AsyncIterable<Uint8Array>,
  room: number,
): AsyncGenerator<Uint8Array> {
  let came = 0;
  const chunks = bytes[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(() => null);
    if (next === null || next.done) return;
    came += next.value.byteLength;
    if (came > room) {
      await chunks.return?.();
      throw tooLong();
    }
    yield next.value;
  }
}

/** Cancels an upload and deletes its parts. @throws NOT_FOUND */
export async function cancelUpload(services: Services, actorId: string, id: string): Promise<void> {
  const parts = await makeAuditedChange(services, actorId, async (change) => {
    const { tx } = change;
    const { productId: target, name, bytes, received } = await findUpload(tx, id);
    const rows = await deleteUpload(tx, id);
    const line = { action: 'upload.cancelled', subjectId: target } as const;
    await recordAction(change, { ...line, before: { name, bytes, received }, after: null });
    return rows;
  });
  for (const { part } of parts) await services.files.removePart(part);
}

/** Whether these bytes can't become what they were sent for, so that there is nothing to continue. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && endsUpload(error.code);
}

/** Deletes an upload that was refused, with its parts. */
export async function forgetUpload(
  { database, files }: Pick<Services, 'database' | 'files'>,
  id: string,
): Promise<void> {
  const parts = await database.write((tx) => deleteUpload(tx, id));
  for (const { part } of parts) await files.removePart(part);
}

async function deleteUpload(tx: Transaction, id: string): Promise<{ readonly part: string }[]> {
  const parts = await tx
    .deleteFrom('uploadParts')
    .where('uploadId', '=', id)
    .returning('part')
    .execute();
  await tx.deleteFrom('fileUploads').where('id', '=', id).execute();
  return parts;
}
