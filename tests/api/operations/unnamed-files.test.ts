import { randomBytes } from 'node:crypto';
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Logo } from '#contract/shop/content.ts';
import { imagePath } from '#contract/shop/paths.ts';
import { isUnderWay, requestBackup } from '#server/operations/backups/backup-run.ts';
import { runRetention } from '#server/operations/retention.ts';
import { removeUnreferencedFiles } from '#server/operations/unreferenced-files.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { contentBody } from '#tests/support/changed-body.ts';
import { filesBelow } from '#tests/support/empty-folder.ts';
import { openFileDesk, pdf, square, workOff } from '#tests/support/file-desk.ts';
import { insertAlone, tablesOf } from '#tests/support/insert-alone.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { callStudio } from '#tests/support/studio-call.ts';

/** Files that no row refers to are deleted a day after that was first noticed; all others stay. */

const day = 86_400_000;

/** How a column refers to a stored file. */
type Form = 'original' | 'preview' | 'address' | 'upload' | 'part';

/** Every column that refers to a stored file. */
const named: Readonly<Record<string, Form>> = {
  'productFiles.sha256': 'original',
  'fileVersions.sha256': 'original',
  'products.archiveSha256': 'original',
  'productImages.sourceSha256': 'original',
  'designWork.sha256': 'original',
  'fileUploads.sha256': 'original',
  'productImages.hash': 'preview',
  'featuredImages.hash': 'preview',
  'orderItems.imageUrl': 'address',
  'customRequestImages.upload': 'upload',
  'messagePictures.upload': 'upload',
  'reviews.upload': 'upload',
  'uploadParts.part': 'part',
};

/** Columns that only sound like it. */
const otherwise: Readonly<Record<string, string>> = {
  'accounts.avatarUrl': 'never set: buyers have no picture',
  'accountDevices.cookieHash': 'of a secret',
  'mailOutbox.unsubscribeUrl': 'a path of the shop',
  'accounts.passwordHash': 'of a secret',
  'studioAccounts.passwordHash': 'of a secret',
  'resetSteps.codeHash': 'of a secret',
  'resetSteps.emailHash': 'of an address',
  'leftNews.emailHash': 'of an address',
  'resetSteps.requesterHash': 'of a device or an address',
  'resetSteps.tokenHash': 'of a secret',
  'requestLinks.tokenHash': 'of a secret',
  'threadLinks.tokenHash': 'of a secret',
  'sessions.tokenHash': 'of a secret',
  'colleagues.passwordHash': 'of a secret',
  'colleagueSessions.tokenHash': 'of a secret',
  'colleagueInvitations.tokenHash': 'of a secret',
  'emailUndos.tokenHash': 'of a secret',
  'knownDevices.tokenHash': 'of a secret',
  'studioInvitations.tokenHash': 'of a secret',
  'studioSessions.tokenHash': 'of a secret',
  'studioRecoveryCodes.secretHash': 'of a secret',
  'studioTwoStepSetups.tokenHash': 'of a secret',
  'studioResets.tokenHash': 'of a secret',
  'fileChecksums.sha256': 'of an original that may be gone',
  'plannedPublications.publishAt': 'a time',
  'idempotencyAnswers.requestHash': 'of a request',
  'importedProducts.contentHash': 'of a row of a table',
  'imports.fileName': 'of a file that is read and not kept',
  'orders.quotePart': 'of a price',
  'mailOutbox.attachments':
    'each in customRequestImages too, whose row waits until the mail is gone',
};

const soundsLikeFile =
  /sha|hash|file|image|picture|preview|upload|part$|attach|archive|avatar|url/i;

async function textColumns(services: TestServices): Promise<string[]> {
  const tables = await tablesOf(services);
  return tables.flatMap(({ name, columns }) =>
    columns
      .filter(({ dataType }) => /^(text|blob|bytea)$/i.test(dataType))
      .map((column) => `${name}.${column.name}`),
  );
}

/** Stores a file and returns the value by which a column of this form refers to it. */
async function put({ files }: TestServices, form: Form): Promise<string> {
  const bytes = randomBytes(100);
  if (form === 'original') return (await files.putOriginal(bytes)).sha256;
  if (form === 'upload') return files.putUpload(bytes);
  if (form === 'part') return (await files.putPart(Readable.from([bytes]))).name;
  const hash = randomBytes(32).toString('hex');
  await files.putPreview(`${hash}/320.avif`, bytes);
  await files.putPreview(`${hash}/640.webp`, bytes);
  return form === 'preview' ? hash : imagePath(hash, 640, 'webp');
}

async function stored({ env }: TestServices): Promise<string[]> {
  const found = await filesBelow(env.dataDir);
  return found.filter((path) => /^(originals|previews|uploads|parts)\//.test(path)).sort();
}

/** Makes everything stored look this old. */
async function age(services: TestServices, ms: number): Promise<void> {
  const at = new Date(services.clock().getTime() - ms);
  for (const path of await stored(services)) await utimes(join(services.env.dataDir, path), at, at);
}

/** Moves to the day after the files were checked, when all were old. */
async function nextDay(services: TestServices): Promise<void> {
  await age(services, 1);
  await removeUnreferencedFiles(services);
  services.pass(day);
}

async function unnamed(services: TestServices): Promise<void> {
  for (const form of ['original', 'preview'] as const) await put(services, form);
}

test('every column that sounds like a file reference is listed as one, or as not one', async () => {
  const columns = await textColumns(await makeServices());

  const alike = columns.filter((column) => {
    const [, name = ''] = column.split('.');
    return soundsLikeFile.test(name) && !name.endsWith('Id');
  });
  expect(alike.sort()).toEqual(Object.keys({ ...named, ...otherwise }).sort());
});

test.each(Object.entries(named))('keeps what %s refers to, however old', async (column, form) => {
  const services = await makeServices();
  await insertAlone(services, column, await put(services, form));
  const before = await stored(services);
  await unnamed(services);
  await nextDay(services);
  await runRetention(services);

  expect(before.length).toBeGreaterThan(0);
  expect(await stored(services)).toEqual(before);
});

test('deletes an unreferenced file a day after the last check, and not before', async () => {
  const services = await makeServices();
  await unnamed(services);
  await age(services, 1);

  await removeUnreferencedFiles(services);
  services.pass(day - 1);
  await removeUnreferencedFiles(services);
  expect(await stored(services)).toHaveLength(3);

  services.pass(1);
  await removeUnreferencedFiles(services);
  expect(await stored(services)).toEqual([]);
});

test('leaves files newer than the last check for the next', async () => {
  const services = await makeServices();
  await removeUnreferencedFiles(services);
  await unnamed(services);
  await age(services, 0);

  services.pass(day);
  await removeUnreferencedFiles(services);
  expect(await stored(services)).toHaveLength(3);

  services.pass(day);
  await removeUnreferencedFiles(services);
  expect(await stored(services)).toEqual([]);
});

test('a stopped server deletes nothing more, and continues at the next start', async () => {
  const services = await makeServices();
  await unnamed(services);
  await nextDay(services);

  await removeUnreferencedFiles(services, () => true);
  expect(await stored(services)).toHaveLength(3);

  await removeUnreferencedFiles(services);
  expect(await stored(services)).toEqual([]);
});

test('a replaced database deletes nothing newer than it for a day', async () => {
  const services = await makeServices();
  await addProduct(services, { files: { 'a.pdf': pdf() } });
  await nextDay(services);
  const old = join(services.env.dataDir, 'old');
  await mkdir(old);
  await services.database.copyTo(join(old, 'pinwheel.sqlite'));
  services.pass(30 * day);
  await addProduct(services, { files: { 'b.pdf': pdf() } });
  await put(services, 'upload');
  await put(services, 'part');
  await age(services, 2 * day);
  const before = await stored(services);
  const database = await openSqlite(old);
  const rolledBack = { ...services, database };

  await runRetention(rolledBack);
  services.pass(day - 1);
  await runRetention(rolledBack);

  await database.close();
  expect(before).toHaveLength(4);
  expect(await stored(services)).toEqual(before);
});

test('deletes a replaced archive, and keeps every version of a file', async () => {
  const { services, app, cookie, draft, send, filesOf } = await openFileDesk();
  const designId = await draft();
  await send(designId, { name: 'a.pdf', bytes: pdf() });
  await send(designId, { name: 'b.pdf', bytes: pdf() });
  await send(designId, { name: 'c.png', bytes: await square(), kind: 'image' });
  await workOff(services);
  const params = { id: designId };
  const { version } = (await callStudio(app, 'design', { params, cookie })).answer;
  const body = { version, status: 'published' } as const;
  await callStudio(app, 'moveDesign', { params, body, cookie });
  const archive = async () => {
    const { archiveSha256 } = await services.database.read
      .selectFrom('products')
      .select('archiveSha256')
      .where('id', '=', designId)
      .executeTakeFirstOrThrow();
    return archiveSha256 ?? '';
  };
  const first = await archive();
  const before = await stored(services);
  const [file] = (await filesOf(designId)).files;
  await send(designId, { name: 'a.pdf', bytes: pdf(), replaces: file?._id ?? '' });
  await workOff(services);
  const second = await archive();
  await nextDay(services);

  await removeUnreferencedFiles(services);

  const pathOf = (sha256: string) => `originals/${sha256.slice(0, 2)}/${sha256}`;
  const after = await stored(services);
  expect(first).not.toBe(second);
  expect(before.filter((path) => !after.includes(path))).toEqual([pathOf(first)]);
  expect(after).toContain(pathOf(second));
  expect(after).toHaveLength(before.length + 1);
});

test('keeps the logo and the faces of every published text, because it can be restored, and no other', async () => {
  const { services, app, cookie } = await openFileDesk();
  const upload = async (width: number) => {
    const body = new Blob([new Uint8Array(await picture('png', { width }))]);
    return (await callStudio(app, 'uploadLogo', { body, cookie })).answer;
  };
  const publish = (logo: Logo | undefined, read?: Logo) => {
    const look = (of: Logo | undefined) => ({ ...firstContent.look, ...(of && { logo: of }) });
    const body = { section: 'look', ...contentBody('look', look(logo), look(read)) } as const;
    return callStudio(app, 'publishContent', { body, cookie });
  };
  const logo = await upload(200);
  await publish(logo);
  await publish(undefined, logo);
  const face = { name: 'Juniper Moon', text: 'Draws moons.', picture: await upload(250) };
  for (const people of [[face], []]) {
    const about = { ...firstContent.about, people };
    const read = { ...firstContent.about, people: people.length === 0 ? [face] : [] };
    const body = { section: 'about', ...contentBody('about', about, read) } as const;
    await callStudio(app, 'publishContent', { body, cookie });
  }
  const published = await stored(services);
  await upload(300);
  await nextDay(services);

  await removeUnreferencedFiles(services);

  expect(published).toHaveLength(4);
  expect(await stored(services)).toEqual(published);
});

test("deletes a deleted draft's bytes, unless another design has them too", async () => {
  const { services, app, cookie, draft, send } = await openFileDesk();
  const shared = { name: 'both.pdf', bytes: pdf() };
  const [unwanted, kept] = [await draft(), await draft()];
  for (const designId of [unwanted, kept]) await send(designId, shared);
  const before = await stored(services);
  await send(unwanted, { name: 'own.pdf', bytes: pdf() });
  await send(unwanted, { name: 'own.png', bytes: await square(), kind: 'image' });
  await workOff(services);
  const params = { id: unwanted };
  const { version } = (await callStudio(app, 'design', { params, cookie })).answer;
  await callStudio(app, 'deleteDesign', { params, body: { version }, cookie });
  await nextDay(services);

  await removeUnreferencedFiles(services);

  expect(await stored(services)).toEqual(before);
});

test('deletes nothing during a backup, even one that starts meanwhile', async () => {
  const services = await makeServices();
  const { database, files } = services;
  await unnamed(services);
  await nextDay(services);
  const before = await stored(services);
  const beginning = {
    ...files,
    async digestsOf(...where: Parameters<typeof files.digestsOf>) {
      const found = await files.digestsOf(...where);
      if (found.length > 0) await makeAuditedChange(services, 'terminal', requestBackup);
      return found;
    },
  };

  await removeUnreferencedFiles({ ...services, files: beginning });
  await removeUnreferencedFiles(services);

  expect(isUnderWay((await readSetting(database.read, 'backupRun')).value)).toBe(true);
  expect(await stored(services)).toEqual(before);
});
