import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { downloadPath } from '#contract/shop/own-paths.ts';
import { fileMessages } from '#contract/studio/files.ts';
import { createApp } from '#server/app.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { prepareFiles } from '#server/designs/files/prepare-files.ts';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import { type FileStore, StoreUnreachable } from '#server/platform/files/file-store.ts';
import type { AppServices } from '#server/services.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { sendUpload } from '#tests/support/send-upload.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Changes by the studio to what somebody bought: new versions, their archive, and who is notified. */

const bytesOf = (content: Uint8Array) => new Uint8Array(content);
const pdf = (length = 500) =>
  bytesOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(length)]));

async function workOff(on: AppServices): Promise<void> {
  while (await doNextWork(on));
}

async function mails(on: AppServices) {
  const mails = (await queuedMails(on)).filter(({ accountId }) => accountId !== null);
  return mails.sort((a, b) => (a.recipient < b.recipient ? -1 : 1));
}

async function soldKit(names: readonly string[] = ['a.pdf', 'b.pdf']) {
  const own = await makeServices({ limitFactor: 1_000_000 });
  const shop = createApp(own);
  const mia = await joinStudio(shop, own);
  const files = Object.fromEntries(names.map((name) => [name, pdf()]));
  const designId = await addProduct(own, { title: 'Sewing kit', files });
  await prepareFiles(own, designId);
  const buyer = await signUp(own, { email: 'ada@shop.example' });
  const order = await addOrder(own, { accountId: buyer.id, productIds: [designId] });
  const list = async () =>
    (await callStudio(shop, 'designFiles', { params: { designId }, cookie: mia.cookie })).answer;
  const download = async (file?: number) => {
    const headers = { Authorization: `Bearer ${buyer.token}` };
    const stable = downloadPath(order.id, order.itemIds[0] ?? '', file);
    const first = await shop.request(stable, { headers });
    const answer = await shop.request(first.headers.get('location') ?? '', { headers });
    return Buffer.from(await answer.arrayBuffer());
  };
  const replace = async (bytes: Uint8Array<ArrayBuffer>, place = 0) => {
    const replaces = (await list()).files[place]?._id ?? '';
    return sendUpload(shop, mia.cookie, designId, { name: 'new.pdf', bytes, replaces });
  };
  return { own, shop, cookie: mia.cookie, designId, buyer, order, list, download, replace };
}

test('a replaced file becomes the newest for its buyers, and the old one is kept', async () => {
  const { own, shop, cookie: here, list, download, replace } = await soldKit();
  const old = await download(0);
  const newest = pdf(900);

  await replace(newest);
  await workOff(own);

  expect(await download(0)).toEqual(Buffer.from(newest));
  expect((await download()).includes(Buffer.from(newest))).toBe(true);
  const [file] = (await list()).files;
  expect(file).toMatchObject({ name: 'a.pdf', version: 2 });
  expect(file?.earlier).toMatchObject([{ version: 1, name: 'a.pdf', bytes: old.length }]);
  const params = { fileId: file?._id ?? '' };
  const earlier = await sendStudio(shop, 'fileContent', {
    params,
    query: { version: '1' },
    cookie: here,
  });
  expect(Buffer.from(await earlier.arrayBuffer())).toEqual(old);
  const now = await sendStudio(shop, 'fileContent', { params, cookie: here });
  expect(now.headers.get('content-disposition')).toContain('attachment; filename="a.pdf"');
});

test('owners are notified once, when the archive they are notified of is ready', async () => {
  const { own, designId, buyer, replace } = await soldKit();
  const [twice, refunded, waiting, rejected] = await Promise.all([
    signUp(own, { email: 'bea@shop.example' }),
    signUp(own, { email: 'cleo@shop.example' }),
    signUp(own, { email: 'dot@shop.example' }),
    signUp(own, { email: 'eve@shop.example', status: 'rejected' }),
  ]);
  const order = (accountId: string, state: 'paid' | 'capturing' = 'paid') =>
    addOrder(own, { accountId, productIds: [designId], state });
  await order(twice.id);
  await order(twice.id);
  await order(waiting.id, 'capturing');
  await order(rejected.id);
  const { itemIds } = await order(refunded.id);
  await own.database.write((tx) =>
    tx
      .updateTable('orderItems')
      .set({ revokedAt: own.clock().toISOString() })
      .where('id', 'in', itemIds)
      .execute(),
  );

  await replace(pdf(), 0);
  await replace(pdf(), 1);
  expect(await mails(own)).toEqual([]);
  await workOff(own);
  await workOff(own);

  const sent = await mails(own);
  expect(sent.map(({ recipient }) => recipient)).toEqual(['ada@shop.example', 'bea@shop.example']);
  expect(sent[0]).toMatchObject({ subject: 'New files for “Sewing kit”', accountId: buyer.id });
  expect(sent[0]?.text).toContain('a.pdf, b.pdf');
});

test('the old archive is served until the new one is ready, even on a full disk', async () => {
  const { own, list, download, replace } = await soldKit();
  const before = await download();
  await replace(pdf());
  const full = {
    ...own,
    files: {
      ...own.files,
      putOriginal: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    },
  };

  await workOff(full);

  expect(await download()).toEqual(before);
  expect(await mails(own)).toEqual([]);
  const [failed] = (await list()).work;
  expect(failed).toMatchObject({
    kind: 'delivery',
    state: 'failed',
    problem: fileMessages.diskFull,
  });
});

test('an outage of the file store only delays the new archive, and uses up no attempt', async () => {
  const { own, list, replace } = await soldKit();
  await replace(pdf());
  const putOriginal = () => Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));
  const away = { ...own, files: { ...own.files, putOriginal, check: putOriginal } };

  for (let round = 0; round < 5; round += 1) {
    await expect(doNextWork(away)).rejects.toThrow(StoreUnreachable);
    expect(await doNextWork(away)).toBe(false);
    own.pass(40_000);
  }
  expect(await mails(own)).toEqual([]);
  await workOff(own);

  expect((await list()).work).toEqual([]);
  expect(await mails(own)).toHaveLength(1);
});

test('a file that cannot be read while others can fails the work at its third attempt', async () => {
  const { own, list, replace } = await soldKit();
  await replace(pdf());
  const putOriginal = () => Promise.reject(new StoreUnreachable('The bucket', 'AccessDenied'));
  const one = { ...own, files: { ...own.files, putOriginal } };

  for (let round = 0; round < 2; round += 1) {
    await expect(doNextWork(one)).rejects.toThrow(StoreUnreachable);
    own.pass(40_000);
  }
  expect(await doNextWork(one)).toBe(true);

  const [failed] = (await list()).work;
  expect(failed).toMatchObject({ state: 'failed', problem: fileMessages.bucketFails });
});

test('an outage of the database, too, uses up no attempt', async () => {
  const { own, replace } = await soldKit();
  await replace(pdf());
  let refusals = 0;
  const putOriginal = () => {
    refusals = 3;
    return Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));
  };
  const write: Database['write'] = (work, owner) => {
    if (refusals === 0) return own.database.write(work, owner);
    refusals -= 1;
    return Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED')));
  };
  const database = { ...own.database, write };

  const files = { ...own.files, putOriginal, check: putOriginal };
  const done = doNextWork({ ...own, database, files });

  await expect(done).rejects.toThrow(StoreUnreachable);
  const work = own.database.read.selectFrom('designWork').select(['tries', 'state']);
  expect(await work.execute()).toEqual([{ tries: 0, state: 'working' }]);
});

/** Services whose database fails with these codes at the write that ends an archive, each time. */
function failingAtTheEnd(own: AppServices, codes: object) {
  const failed = Object.assign(new Error('It failed'), codes);
  let isFailing = false;
  const write: Database['write'] = (work, owner) => {
    if (!isFailing) return own.database.write(work, owner);
    isFailing = false;
    return Promise.reject(failed);
  };
  const putOriginal: FileStore['putOriginal'] = (source) => {
    isFailing = true;
    return own.files.putOriginal(source);
  };
  const database = { ...own.database, write };
  return { services: { ...own, database, files: { ...own.files, putOriginal } }, failed };
}

test.each([
  ['PostgreSQL could not read its disk', { code: '58030' }],
  ['SQLite could not', { code: 'ERR_SQLITE_ERROR', errcode: 10 }],
])(
  'a database that fails because %s only delays the new archive, and uses up no attempt',
  async (_, codes) => {
    const { own, list, replace } = await soldKit();
    await replace(pdf());
    const { services, failed } = failingAtTheEnd(own, codes);

    for (let round = 0; round < 5; round += 1) {
      await expect(doNextWork(services)).rejects.toBe(failed);
      own.pass(40_000);
    }
    await workOff(own);

    expect((await list()).work).toEqual([]);
    expect(await mails(own)).toHaveLength(1);
  },
);

test.each([
  ['a statement of PostgreSQL took', { code: '57014' }],
  ['a lock of SQLite lasted', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
])('work that fails three times because %s too long says so', async (_, codes) => {
  const { own, list, replace } = await soldKit();
  await replace(pdf());
  const { services, failed } = failingAtTheEnd(own, codes);

  for (let round = 0; round < 2; round += 1) {
    await expect(doNextWork(services)).rejects.toBe(failed);
    own.pass(40_000);
  }
  expect(await doNextWork(services)).toBe(true);

  const [work] = (await list()).work;
  expect(work).toMatchObject({ state: 'failed', problem: fileMessages.databaseBusy });
});

test('an attempt that the database refuses to give back is not tried for ever', async () => {
  const { own, replace } = await soldKit();
  await replace(pdf());
  const refused = new Error('CHECK constraint failed');
  let isRefusing = false;
  const putOriginal = () => {
    isRefusing = true;
    return Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));
  };
  const write: Database['write'] = (work, owner) =>
    isRefusing ? Promise.reject(refused) : own.database.write(work, owner);
  const database = { ...own.database, write };

  const files = { ...own.files, putOriginal, check: putOriginal };

  await expect(doNextWork({ ...own, database, files })).rejects.toBe(refused);
});

test('another replacement restarts failed work', async () => {
  const { own, list, replace } = await soldKit();
  await replace(pdf());
  await own.database.write((tx) =>
    tx.updateTable('designWork').set({ state: 'failed', problem: 'x' }).execute(),
  );

  await replace(pdf(), 1);
  await workOff(own);

  expect((await list()).work).toEqual([]);
  expect((await mails(own))[0]?.text).toContain('a.pdf, b.pdf');
});

test('identical bytes are not a new version', async () => {
  const { shop, cookie: here, designId, list, download } = await soldKit(['a.pdf']);
  const same = bytesOf(await download());
  const [file] = (await list()).files;
  const replaces = file?._id ?? '';

  const sending = sendUpload(shop, here, designId, { name: 'a.pdf', bytes: same, replaces });

  await expect(sending).rejects.toThrow(fileMessages.sameFile);
  expect((await list()).files[0]?.version).toBe(1);
});

test('a renamed file keeps its extension and a unique name', async () => {
  const { own, shop, cookie: here, list, download } = await soldKit();
  const [file] = (await list()).files;
  const rename = (name: string) =>
    callStudio(shop, 'renameFile', {
      params: { fileId: file?._id ?? '' },
      body: { name },
      cookie: here,
    });

  expect((await rename('Paper <pattern>')).answer.name).toBe('Paper pattern.pdf');
  expect((await rename('B.PDF')).answer.name).toBe('B 2.pdf');
  await workOff(own);

  expect((await download()).includes(Buffer.from('B 2.pdf'))).toBe(true);
  expect(await mails(own)).toEqual([]);
});

test('sold designs keep their files, and published ones their last picture', async () => {
  const { own, shop, cookie: here, designId, list } = await soldKit();
  const { files, images } = await list();
  const fileId = files[0]?._id ?? '';
  const imageId = images[0]?._id ?? '';

  const bought = await studioRefused(shop, 'deleteFile', { params: { fileId }, cookie: here });
  const last = await studioRefused(shop, 'deleteImage', { params: { imageId }, cookie: here });

  expect(bought.problem.message).toBe(fileMessages.bought);
  expect(last.problem.message).toBe(fileMessages.lastImage);
  expect((await list()).images).toEqual(images);
  await own.database.write((tx) =>
    tx.updateTable('products').set({ status: 'retired' }).where('id', '=', designId).execute(),
  );
  await callStudio(shop, 'deleteImage', { params: { imageId }, cookie: here });
  expect((await list()).images).toEqual([]);
});
