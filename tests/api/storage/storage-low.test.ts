import { beforeEach, expect, test } from 'vitest';
import { callPath } from '#contract/calls.ts';
import { storageMessages } from '#contract/storage.ts';
import { createApp } from '#server/app.ts';
import { openStorageGauge } from '#server/files/storage-gauge.ts';
import { checkStorage } from '#server/files/watch-storage.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

const day = 24 * 3_600_000;
let room: { freeBytes: number; totalBytes: number };
let services: TestServices;

beforeEach(async () => {
  room = { freeBytes: 50e9, totalBytes: 100e9 };
  services = await makeServices({ storage: await openStorageGauge('data', async () => room) });
});

const mails = () =>
  services.database.read.selectFrom('mailOutbox').select(['recipient', 'subject']).execute();

test('mails the studio once a day while the storage is low', async () => {
  await checkStorage(services);
  expect(await mails()).toEqual([]);

  room.freeBytes = 812_000_000;
  await checkStorage(services);
  await checkStorage(services);
  services.pass(day - 1);
  await checkStorage(services);
  expect(await mails()).toEqual([
    {
      recipient: 'hello@pinwheel.example',
      subject: "The shop's storage is nearly full: 812 MB left",
    },
  ]);

  services.pass(1);
  await checkStorage(services);
  expect(await mails()).toHaveLength(2);
});

test('says in its health how much room there is, and answers all the same', async () => {
  const app = createApp(services);
  const isLow = { status: 'ok', storage: { freeBytes: 5e9, isLow: true, isFull: false } };

  room.freeBytes = 5e9;
  await services.storage.measure();

  expect((await call(app, 'health', {})).answer).toEqual(isLow);
});

test.each([
  ['the database has no room', { errcode: 13 }, 'STORAGE_FULL'],
  ['the file system has no room', { code: 'ENOSPC' }, 'STORAGE_FULL'],
  ['the quota is used up', { code: 'EDQUOT' }, 'STORAGE_FULL'],
  ['a write fails', { errcode: 778 }, 'UNAVAILABLE'],
])('answers a write with a plain problem when %s', async (_, part, code) => {
  const productId = await addProduct(services);
  const failing = {
    ...services.database,
    write: () => Promise.reject(Object.assign(new Error('disk'), part)),
  };
  const app = createApp({ ...services, database: failing });

  const response = await app.request(callPath('sendOtp'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'fox@shop.example' }),
  });
  const read = await app.request(`/api/products/${productId}`);

  const isFull = code === 'STORAGE_FULL';
  const message = isFull ? storageMessages.full : storageMessages.fails;
  expect([response.status, response.headers.get('Retry-After')]).toEqual([
    isFull ? 507 : 503,
    '60',
  ]);
  expect(await response.json()).toEqual({ code, message });
  expect(read.status).not.toBeGreaterThanOrEqual(500);
  expect(services.storage.state().isFull).toBe(isFull);
});

test('answers a failed write as a full storage when the disk has no room', async () => {
  room.freeBytes = 0;
  const failing = {
    ...services.database,
    write: () => Promise.reject(Object.assign(new Error('disk'), { errcode: 778 })),
  };
  const app = createApp({ ...services, database: failing });

  const response = await app.request(callPath('sendOtp'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'fox@shop.example' }),
  });

  expect(response.status).toBe(507);
});
