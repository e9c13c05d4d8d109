import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { prepareFiles } from '#server/designs/files/prepare-files.ts';
import { moveDesign } from '#server/designs/move-design.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type FileDesk, openFileDesk, pdf, workOff } from '#tests/support/file-desk.ts';

/** The ZIP of a design's files, created when it is published and when its files change. */

let desk: FileDesk;

beforeAll(async () => {
  desk = await openFileDesk();
});

function publish(services: FileDesk['services'], id: string) {
  const change = { id, version: 1, status: 'published' } as const;
  return moveDesign(services, 'terminal', change, (work) => makeChange(services, work));
}

test('a draft whose files change has no archive until its files are prepared again', async () => {
  const designId = await addProduct(desk.services, {
    status: 'draft',
    files: { 'a.pdf': pdf(), 'b.pdf': pdf() },
  });
  const archive = async () => {
    const { archiveSha256 } = await desk.services.database.read
      .selectFrom('products')
      .select('archiveSha256')
      .where('id', '=', designId)
      .executeTakeFirstOrThrow();
    return archiveSha256 && buffer(desk.services.files.readOriginal(archiveSha256));
  };
  await prepareFiles(desk.services, designId);
  const first = await archive();

  await desk.send(designId, { name: 'c.pdf', bytes: pdf() });
  expect(await archive()).toBeNull();
  await prepareFiles(desk.services, designId);

  expect((await archive())?.length).toBeGreaterThan(first?.length ?? Infinity);
  expect((await desk.filesOf(designId)).work).toEqual([]);
});

test('a full disk during packing is reported, and leaves the design unchanged', async () => {
  const designId = await addProduct(desk.services, {
    status: 'draft',
    files: { 'a.pdf': pdf(), 'b.pdf': pdf() },
  });
  const putOriginal = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const full = { ...desk.services, files: { ...desk.services.files, putOriginal } };

  const publishing = publish(full, designId);
  await expect(publishing).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  const { read } = desk.services.database;
  const row = read.selectFrom('products').select('status').where('id', '=', designId);
  expect(await row.executeTakeFirst()).toEqual({ status: 'draft' });

  const empty = await desk.draft();
  await expect(prepareFiles(desk.services, empty)).rejects.toMatchObject({ code: 'INVALID' });
});

test('a file that arrives during publishing is packed afterwards', async () => {
  const designId = await addProduct(desk.services, {
    status: 'draft',
    files: { 'a.pdf': pdf(), 'b.pdf': pdf() },
  });
  let isLate = true;
  // The file arrives when the archive is done but the design isn't public yet.
  const database: typeof desk.services.database = {
    ...desk.services.database,
    async write(work) {
      const done = await desk.services.database.write(work);
      if (!isLate) return done;
      isLate = false;
      await desk.send(designId, { name: 'late.pdf', bytes: pdf() });
      return done;
    },
  };

  await publish({ ...desk.services, database }, designId);

  expect((await desk.filesOf(designId)).work).toMatchObject([
    { kind: 'delivery', state: 'waiting' },
  ]);
  await workOff(desk.services);
  const { archiveSha256 } = await desk.services.database.read
    .selectFrom('products')
    .select('archiveSha256')
    .where('id', '=', designId)
    .executeTakeFirstOrThrow();
  const zip = await buffer(desk.services.files.readOriginal(archiveSha256 ?? ''));
  expect(zip.includes('late.pdf')).toBe(true);
});
