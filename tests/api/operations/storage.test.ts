import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callPath } from '#contract/shop/calls.ts';
import { practiceAccounts, practicePassword } from '#contract/shop/practice-accounts.ts';
import { storageMessages } from '#contract/shop/storage.ts';
import { createApp } from '#server/app.ts';
import { checkStorage } from '#server/operations/watch-storage.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { canMountDisk, runOnSmallDisk, type ShopOnSmallDisk } from '#tests/support/small-disk.ts';
import { sendStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { drawnStudio } from '#tests/support/test-studio.ts';

/** Writes that the database's log may still have room for on a full disk. */
const maxWrites = 3000;

const hour = 3_600_000;
const day = 24 * hour;
let room: { freeBytes: number; totalBytes: number };
let services: TestServices;

beforeEach(async () => {
  room = { freeBytes: 50e9, totalBytes: 100e9 };
  services = await makeServices({ storage: await openStorageGauge('data', async () => room) });
});

test('mails the studio once a day while the storage is low', async () => {
  await checkStorage(services);
  expect(await queuedMails(services)).toEqual([]);

  room.freeBytes = 812_000_000;
  await checkStorage(services);
  await checkStorage(services);
  services.pass(day - 1);
  await checkStorage(services);
  expect(await queuedMails(services)).toMatchObject([
    {
      recipient: 'hello@pinwheel.example',
      subject: 'The shop’s storage is nearly full: 812 MB left',
    },
  ]);

  services.pass(1);
  await checkStorage(services);
  expect(await queuedMails(services)).toHaveLength(2);
});

test('each machine with low storage is mailed about by its name', async () => {
  const databaseUrl = 'postgres://database.example/shop';
  const on = (machine: string) => ({
    ...services,
    env: { ...services.env, databaseUrl, machine },
  });
  room.freeBytes = 812_000_000;

  await checkStorage(on('atlas'));
  services.pass(hour);
  await checkStorage(on('boreas'));
  await checkStorage(on('atlas'));
  await checkStorage(on('boreas'));

  expect((await queuedMails(services)).map(({ subject }) => subject)).toEqual([
    'The shop’s storage on atlas is nearly full: 812 MB left',
    'The shop’s storage on boreas is nearly full: 812 MB left',
  ]);
  services.pass(day - hour);
  await checkStorage(on('boreas'));
  await checkStorage(on('atlas'));
  expect((await queuedMails(services)).map(({ subject }) => subject).slice(2)).toEqual([
    'The shop’s storage on atlas is nearly full: 812 MB left',
  ]);
});

test('a mail of an earlier version counts', async () => {
  const warnedAt = services.clock().toISOString();
  await makeChange(services, (change) => writeSetting(change, 'storageWarnedAt', warnedAt));
  room.freeBytes = 812_000_000;

  await checkStorage(services);

  expect(await queuedMails(services)).toEqual([]);
});

test('health says that the storage is low, not how many bytes are free, and stays OK', async () => {
  const app = createApp(services);
  const isLow = { status: 'ok', storage: { isLow: true, isFull: false } };

  room.freeBytes = 5e9;
  await services.storage.measure();

  expect((await call(app, 'health', {})).answer).toEqual(isLow);
});

test.each([
  ['the database has no room', { errcode: 13 }, 'STORAGE_FULL'],
  ['the file system has no room', { code: 'ENOSPC' }, 'STORAGE_FULL'],
  ['the quota is used up', { code: 'EDQUOT' }, 'STORAGE_FULL'],
  ['a write fails', { errcode: 778 }, 'UNAVAILABLE'],
  ['another program has locked the database', { errcode: 5 }, 'UNAVAILABLE'],
  ['the disk fails', { code: 'EIO' }, 'UNAVAILABLE'],
  ['the disk is read-only', { code: 'EROFS' }, 'UNAVAILABLE'],
])('answers a write with a clear problem when %s', async (_, part, code) => {
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

test.each([
  ['is full', { errcode: 13 }, 200],
  ['fails', { code: 'EIO' }, 200],
  ['works but the write fails', {}, 500],
])('answers reads of somebody not seen for a while when the disk %s', async (_, part, status) => {
  const sound = createApp(services);
  const buyer = await signUp(services);
  const { cookie } = await joinStudio(sound, services);
  // Long enough that the last use is written.
  services.pass(2 * hour);
  const write = () => Promise.reject(Object.assign(new Error('disk'), part));
  const app = createApp({ ...services, database: { ...services.database, write } });

  const inShop = await app.request(callPath('me'), {
    headers: { Authorization: `Bearer ${buyer.token}` },
  });
  const inStudio = await sendStudio(app, 'me', { cookie });

  expect([inShop.status, inStudio.status]).toEqual([status, status]);
});

test('answers a failed write with a generic problem if the disk cannot be measured', async () => {
  const failing = {
    ...services.database,
    write: () => Promise.reject(Object.assign(new Error('disk'), { errcode: 778 })),
  };
  const storage = {
    ...services.storage,
    measure: () => Promise.reject(Object.assign(new Error('statfs'), { code: 'EIO' })),
  };
  const app = createApp({ ...services, database: failing, storage });

  const response = await app.request(callPath('sendOtp'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'fox@shop.example' }),
  });

  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ code: 'UNAVAILABLE', message: storageMessages.fails });
});

test('answers a failed write as storage full if the disk has no room', async () => {
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

/** Only where the system lets us mount a disk; the fakes above run everywhere. */
if (canMountDisk()) {
  describe('on a real disk', () => {
    let disk: ShopOnSmallDisk;

    beforeAll(async () => {
      disk = await runOnSmallDisk(await drawnStudio(), '96m', ['--api-only']);
    }, 300_000);

    afterAll(async () => {
      await disk?.shop.end();
    });

    async function ask(path: string, init: RequestInit & { token?: string } = {}) {
      const { token, ...rest } = init;
      const response = await fetch(`${disk.shop.url}${path}`, {
        ...rest,
        headers: {
          'Content-Type': 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
        },
      });
      return { status: response.status, body: await response.json() };
    }

    test('a full disk refuses writes with a clear message and allows reading, until there is room again', {
      timeout: 60_000,
    }, async () => {
      const [{ email }] = practiceAccounts;
      const { body: session } = await ask(callPath('login'), {
        method: 'POST',
        body: JSON.stringify({ email, password: practicePassword }),
      });
      const { body: list } = await ask(callPath('products'));
      const body = JSON.stringify({ productId: list.products[0]._id });
      const change = (name: 'cartAdd' | 'cartRemove') =>
        ask(callPath(name), { method: 'POST', token: session.token, body });
      const turn = () => change(isInCart ? 'cartRemove' : 'cartAdd');
      let isInCart = false;
      let answer = await turn();
      expect(answer.status).toBe(200);
      isInCart = true;

      disk.fill();
      for (let count = 0; answer.status === 200 && count < maxWrites; count += 1) {
        answer = await turn();
        if (answer.status === 200) isInCart = !isInCart;
      }

      expect(answer).toEqual({
        status: 507,
        body: { code: 'STORAGE_FULL', message: storageMessages.full },
      });
      const cart = await ask(callPath('cart'), { token: session.token });
      expect([cart.status, cart.body.items.length]).toEqual([200, isInCart ? 1 : 0]);
      expect((await ask(callPath('products'))).status).toBe(200);
      expect(await ask(callPath('health'))).toMatchObject({
        status: 200,
        body: { status: 'ok', storage: { isLow: true, isFull: true } },
      });

      disk.free();
      expect((await turn()).status).toBe(200);
      const later = await ask(callPath('cart'), { token: session.token });
      expect(later.body.items.length).toBe(isInCart ? 0 : 1);
    });
  });
}
