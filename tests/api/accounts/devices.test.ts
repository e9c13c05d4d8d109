import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { cookieNamed } from '#tests/support/cookie-named.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { choosePush } from '#tests/support/pushes.ts';
import { registration } from '#tests/support/registration.ts';
import { signInOn, signUp } from '#tests/support/sign-up.ts';

const email = 'ada@shop.example';
const password = 'cotton and thread';
const phoneAgent = 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const phone = await signUp(services, { userAgent: phoneAgent });
  services.pass(1000);
  const laptop = await makeChange(services, (change) => signInOn(change, phone.id));
  return {
    services,
    app,
    phone,
    laptop,
    devices: async (token: string) => (await call(app, 'devices', { token })).answer.devices,
    rename: (token: string, id: string, name: string) =>
      call(app, 'renameDevice', { token, params: { id }, body: { name } }),
    signOut: (token: string, id: string) => call(app, 'signOutDevice', { token, params: { id } }),
  };
}

test('lists the signed-in devices, the last seen first', async () => {
  const { phone, laptop, devices } = await setUp();

  const found = await devices(phone.token);

  expect(found.map(({ id, isThis }) => ({ id, isThis }))).toEqual([
    { id: laptop.deviceId, isThis: false },
    { id: phone.deviceId, isThis: true },
  ]);
  expect(found[1]).toMatchObject({ name: 'Chrome on Android', system: 'Chrome on Android' });
});

test('a name stays until it is taken off again', async () => {
  const { phone, devices, rename } = await setUp();

  await rename(phone.token, phone.deviceId, '  Market phone ');
  expect((await devices(phone.token))[1]).toMatchObject({
    name: 'Market phone',
    system: 'Chrome on Android',
  });
  await rename(phone.token, phone.deviceId, '');
  expect((await devices(phone.token))[1]).toMatchObject({ name: 'Chrome on Android' });
});

test('a name is one short line', async () => {
  const { app, phone } = await setUp();
  for (const name of ['x'.repeat(41), 'two\nlines']) {
    const { problem } = await callRefused(app, 'renameDevice', {
      token: phone.token,
      params: { id: phone.deviceId },
      body: { name },
    });
    expect(problem.fields?.name).toBeDefined();
  }
});

test('a device is signed out at once, with its pushes, and the others stay', async () => {
  const { services, app, phone, laptop, devices, signOut } = await setUp();
  await choosePush(app, phone.token, 'priceDrops', 'phone');
  await choosePush(app, laptop.token, 'priceDrops', 'laptop');

  await signOut(laptop.token, phone.deviceId);

  const { problem } = await callRefused(app, 'me', { token: phone.token });
  expect(problem.code).toBe('NOT_SIGNED_IN');
  expect(await devices(laptop.token)).toHaveLength(1);
  const pushes = await services.database.read.selectFrom('pushDevices').selectAll().execute();
  expect(pushes.map(({ deviceId }) => deviceId)).toEqual([laptop.deviceId]);
});

test('all other devices are signed out at once', async () => {
  const { app, services, phone, laptop, devices } = await setUp();
  const tablet = await makeChange(services, (change) => signInOn(change, phone.id));

  await call(app, 'signOutOthers', { token: laptop.token });

  for (const { token } of [phone, tablet]) {
    const { problem } = await callRefused(app, 'me', { token });
    expect(problem.code).toBe('NOT_SIGNED_IN');
  }
  expect((await devices(laptop.token)).map(({ id }) => id)).toEqual([laptop.deviceId]);
});

test('nobody sees, names or signs out a device of another account', async () => {
  const { app, services, phone, devices, signOut } = await setUp();
  const eve = await signUp(services);

  const { problem } = await callRefused(app, 'renameDevice', {
    token: eve.token,
    params: { id: phone.deviceId },
    body: { name: 'Mine' },
  });
  await signOut(eve.token, phone.deviceId);

  expect(problem.code).toBe('NOT_FOUND');
  expect(await devices(eve.token)).toHaveLength(1);
  expect(await devices(phone.token)).toHaveLength(2);
});

test('a browser that signs in again is the same device, with its name', async () => {
  const { services, app, rename, devices } = await setUp();
  await call(app, 'register', { body: registration({ email, password }) });
  const body = { email, password };
  const headers = { 'User-Agent': phoneAgent };
  const first = await call(app, 'login', { body, headers });
  const [known] = await devices(first.answer.token);
  await rename(first.answer.token, known?.id ?? '', 'Phone');
  await call(app, 'logout', { token: first.answer.token });

  services.pass(1000);
  const Cookie = cookieNamed('pinwheel-device', first.headers);
  const again = await call(app, 'login', { body, headers: { ...headers, Cookie } });

  expect(await devices(again.answer.token)).toMatchObject([{ id: known?.id, name: 'Phone' }]);
});

test('devices that are signed out are forgotten beyond the newest thirty', async () => {
  const { app, services, phone, laptop, signOut } = await setUp();
  for (let count = 0; count < 32; count += 1) {
    services.pass(1000);
    const { token } = await makeChange(services, (change) => signInOn(change, phone.id));
    await call(app, 'logout', { token });
  }
  await signOut(laptop.token, phone.deviceId);
  services.pass(1000);
  await makeChange(services, (change) => signInOn(change, phone.id));

  const left = await services.database.read.selectFrom('accountDevices').select('id').execute();

  expect(left).toHaveLength(31);
  expect(left.map(({ id }) => id)).toContain(laptop.deviceId);
});
