import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { notifyStudio } from '#server/staff/notifications/notify-studio.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { endpointOf, pushKeys, sendStaffPushes } from '#tests/support/pushes.ts';
import { callStudio, cookieOf, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  joinStudio,
  nextCodeMs,
  type StudioPerson,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const hour = 3_600_000;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  const signIn = async (person: StudioPerson, userAgent: string, email = studioEmail) => {
    services.pass(nextCodeMs);
    const { headers } = await callStudio(app, 'signIn', {
      body: { email, password: studioPassword, code: person.code() },
      headers: { 'Sec-Fetch-Site': 'same-origin', 'User-Agent': userAgent },
    });
    return cookieOf(headers);
  };
  const devicesOf = async (cookie: string) =>
    (await callStudio(app, 'devices', { cookie })).answer.devices;
  return { services, app, mia, signIn, devicesOf };
}

test('lists the devices that are signed in, in plain words, and marks this one', async () => {
  const { mia, signIn, devicesOf, services } = await setUp();
  const phone = await signIn(mia, safari);
  services.pass(6 * hour);
  const desktop = await signIn(mia, firefox);

  expect((await devicesOf(desktop)).map(({ name, isThis }) => [name, isThis])).toEqual([
    ['Firefox on Windows', true],
    ['Safari on iPhone', false],
    ['Browser on another device', false],
  ]);
  services.pass(7 * hour);
  // The session of the invitation and the phone's have ended by themselves.
  expect((await devicesOf(desktop)).map(({ name }) => name)).toEqual(['Firefox on Windows']);
  expect(phone).not.toBe(desktop);
});

test('never tells a token or its whole hash', async () => {
  const { mia, app } = await setUp();

  const response = await sendStudio(app, 'devices', { cookie: mia.cookie });

  expect(await response.text()).not.toMatch(/[\w-]{43}/);
});

test('a device that is signed out is out at once, in every process', async () => {
  const { services, app, mia, signIn, devicesOf } = await setUp();
  const phone = await signIn(mia, safari);
  const second = await openAgain(services.env.dataDir);
  const otherApp = createApp({ ...services, database: second });
  await callStudio(otherApp, 'me', { cookie: phone });
  const lost = (await devicesOf(mia.cookie)).find(({ isThis }) => !isThis);

  const body = { deviceId: lost?.id ?? '' };
  const { answer } = await callStudio(app, 'signOutDevices', { body, cookie: mia.cookie });

  expect(answer.devices.map(({ isThis }) => isThis)).toEqual([true]);
  const ended = await studioRefused(otherApp, 'me', { cookie: phone });
  expect(ended.problem.code).toBe('NOT_SIGNED_IN');
  await second.close();
  const [line] = (await callStudio(app, 'auditLines', { cookie: mia.cookie })).answer.items;
  expect(line).toMatchObject({
    actor: studioEmail,
    action: 'session.ended_elsewhere',
    before: { devices: 'Safari on iPhone' },
  });
});

test('signs out all other devices and keeps this one', async () => {
  const { app, mia, signIn, devicesOf } = await setUp();
  const phone = await signIn(mia, safari);
  const desktop = await signIn(mia, firefox);

  await callStudio(app, 'signOutDevices', { body: { deviceId: null }, cookie: desktop });

  expect(await devicesOf(desktop)).toHaveLength(1);
  for (const cookie of [phone, mia.cookie]) {
    expect((await studioRefused(app, 'me', { cookie })).status).toBe(401);
  }
});

test.each(['oneself', 'an owner'] as const)(
  'signing out everywhere ends the pushes to every device, by %s',
  async (by) => {
    const { services, app, mia } = await setUp();
    const otto = await joinStudio(app, services, 'otto@studio.example', 'editor');
    for (const { cookie } of [mia, otto]) {
      const name = cookie === mia.cookie ? 'mias' : 'ottos';
      const body = { endpoint: endpointOf(name), keys: pushKeys, name };
      await callStudio(app, 'addPushDevice', { cookie, body });
    }
    const notice = { kind: 'review', subjectId: 'one', title: 'An order', path: '/' } as const;
    const letter = { subject: 's', text: 't', html: 'h' };
    await makeChange(services, (change) =>
      notifyStudio(change, services.env, { ...notice, letter }),
    );
    const body = { deviceId: null };

    if (by === 'oneself') {
      await callStudio(app, 'signOutDevices', { body, cookie: otto.cookie });
    } else {
      const { members } = (await callStudio(app, 'team', { cookie: mia.cookie })).answer;
      const params = { accountId: members[1]?.id ?? '' };
      await callStudio(app, 'signOutMember', { params, body, cookie: mia.cookie });
    }

    expect((await sendStaffPushes(services)).map(({ name }) => name)).toEqual(['mias']);
  },
);

test('nobody signs out a colleague’s device as if it were their own', async () => {
  const { services, app, mia, devicesOf } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example', 'editor');
  const [device] = await devicesOf(mia.cookie);

  const body = { deviceId: device?.id ?? '' };
  await callStudio(app, 'signOutDevices', { body, cookie: otto.cookie });
  const accountId = (await callStudio(app, 'team', { cookie: mia.cookie })).answer.members[0]?.id;
  const params = { accountId: accountId ?? '' };
  const direct = await studioRefused(app, 'signOutMember', { params, body, cookie: otto.cookie });

  expect(direct.problem.code).toBe('FORBIDDEN');
  await callStudio(app, 'me', { cookie: mia.cookie });
});

test('an owner sees and signs out the devices of a staff member', async () => {
  const { services, app, mia, signIn } = await setUp();
  const otto = await joinStudio(app, services, 'otto@studio.example', 'editor');
  const phone = await signIn(otto, safari, 'otto@studio.example');
  const { members } = (await callStudio(app, 'team', { cookie: mia.cookie })).answer;
  const params = { accountId: members[1]?.id ?? '' };
  const { cookie } = mia;

  const seen = (await callStudio(app, 'memberDevices', { params, cookie })).answer.devices;
  const body = { deviceId: seen[0]?.id ?? '' };
  const one = (await callStudio(app, 'signOutMember', { params, body, cookie })).answer.devices;
  const all = { params, body: { deviceId: null }, cookie };
  const none = (await callStudio(app, 'signOutMember', all)).answer.devices;

  expect(seen.map(({ name, isThis }) => [name, isThis])).toEqual([
    ['Safari on iPhone', false],
    ['Browser on another device', false],
  ]);
  expect([one.length, none.length]).toEqual([1, 0]);
  for (const each of [phone, otto.cookie]) {
    expect((await studioRefused(app, 'me', { cookie: each })).status).toBe(401);
  }
  await callStudio(app, 'me', { cookie });
});
