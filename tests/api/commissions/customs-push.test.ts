import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import type { PushOutcome } from '#server/platform/push/push-outbox.ts';
import { pushNext } from '#server/platform/push/pusher.ts';
import { pushes } from '#server/pushes.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { choosePush, endpointOf, pushKeys, sendPushes } from '#tests/support/pushes.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const wants = async (...names: string[]) => {
    const { token, id } = await signUp(services);
    await call(app, 'customsNews', { token, body: { isWanted: true } });
    for (const name of names) await choosePush(app, token, 'customs', name);
    return { token, id };
  };
  return { services, app, wants };
}

/** Sends everything due and returns the recipients. */
async function pushAll(services: TestServices, answer?: (name: string) => PushOutcome) {
  return (await sendPushes(services, answer)).map(({ name }) => name).sort();
}

/** How often a push service that always fails is called. */
async function untilGivenUp(services: TestServices): Promise<number> {
  let tries = 0;
  for (let round = 0; round < 20; round += 1) {
    tries += (await pushAll(services, () => 'failed')).length;
    services.pass(3_600_000);
  }
  return tries;
}

/** A database that is away for the first write after `begin`. */
function withOutage(services: TestServices) {
  const { database } = services;
  let isAway = false;
  const write: typeof database.write = async (work, owner) => {
    if (!isAway) return database.write(work, owner);
    isAway = false;
    throw new DatabaseUnavailable(new Error('ECONNREFUSED'));
  };
  return {
    services: { ...services, database: { ...database, write } },
    begin: () => {
      isAway = true;
    },
  };
}

const renew = (app: Hono, token: string, from: string, to: string) =>
  call(app, 'renewPush', {
    token,
    body: { replaces: endpointOf(from), endpoint: endpointOf(to), keys: pushKeys },
  });
const look = (app: Hono, token: string, name: string) =>
  call(app, 'renewPush', { token, body: { replaces: endpointOf(name) } });

const open = (services: TestServices) => runCommand(services, ['customs', 'on']);
const close = (services: TestServices) => runCommand(services, ['customs', 'off']);

describe('an opening', () => {
  it('is pushed once to each browser of a buyer who asked', async () => {
    const { services, app, wants } = await setUp();
    await wants('phone', 'laptop');
    const ended = await wants('other');
    await call(app, 'customsNews', { token: ended.token, body: { isWanted: false } });

    await open(services);
    await open(services);

    expect(await pushAll(services)).toEqual(['laptop', 'phone']);
    expect(await pushAll(services)).toEqual([]);
    await close(services);
    await open(services);
    expect(await pushAll(services)).toEqual(['laptop', 'phone']);
  });

  it('is not pushed once custom requests have closed', async () => {
    const { services, wants } = await setUp();
    await wants('phone');
    await open(services);
    await close(services);

    expect(await pushAll(services)).toEqual([]);
  });

  it('says what opened and where a tap leads', async () => {
    const { services, wants } = await setUp();
    await wants('phone');
    await open(services);

    const [push] = await sendPushes(services);

    expect(push?.message).toMatchObject({
      tag: 'customs',
      title: 'Pinwheel is taking custom requests again',
      icon: expect.stringMatching(/^\/icons\/.+\.png$/),
      path: '/?custom',
    });
  });
});

describe('a push service', () => {
  it('is not called again for a browser that it reports gone', async () => {
    const { services, wants } = await setUp();
    await wants('phone', 'laptop');
    await open(services);

    await pushAll(services, (name) => (name === 'phone' ? 'gone' : 'sent'));

    expect(await services.database.read.selectFrom('pushes').selectAll().execute()).toEqual([]);
    await close(services);
    await open(services);
    expect(await pushAll(services)).toEqual(['laptop']);
  });

  it('that reports a browser gone is called again once that browser has a new endpoint', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants('phone');
    await choosePush(app, token, 'newDesigns', 'phone');
    await open(services);
    await pushAll(services, () => 'gone');

    const looked = await look(app, token, 'phone');
    const renewed = await renew(app, token, 'phone', 'new');

    expect(looked.answer).toMatchObject({ isKnown: true, isGone: true });
    expect(renewed.answer).toMatchObject({ isKnown: true, isGone: false });
    await close(services);
    await open(services);
    expect(await pushAll(services)).toEqual(['new']);
    const rows = await services.database.read.selectFrom('pushDevices').selectAll().execute();
    expect(rows).toMatchObject([{ hasCustoms: 1, hasNewDesigns: 1, goneAt: null }]);
  });

  it('that reports a browser gone is not called again if its owner turned it off', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants('phone');
    await open(services);
    await pushAll(services, () => 'gone');
    await choosePush(app, token, 'customs', 'phone', false);

    const looked = await look(app, token, 'phone');
    const renewed = await renew(app, token, 'phone', 'new');

    expect([looked.answer, renewed.answer]).toMatchObject([{ isKnown: false }, { isKnown: false }]);
  });

  it('is called again later after a failure, and eventually given up', async () => {
    const { services, wants } = await setUp();
    await wants('phone');
    await open(services);

    expect(await untilGivenUp(services)).toBe(6);
  });

  it('is called once, even if the database is away before that can be recorded', async () => {
    const { services, wants } = await setUp();
    await wants('phone');
    await open(services);
    const outage = withOutage(services);

    await pushNext(outage.services, pushes, async () => {
      outage.begin();
      return 'sent';
    });
    services.pass(3_600_000);

    expect(await pushAll(services)).toEqual([]);
  });
});

describe('a push that can’t be written', () => {
  it('is given up after six attempts, and holds up no other', async () => {
    const { services, wants } = await setUp();
    await wants('phone', 'laptop');
    await open(services);
    let tries = 0;
    const write = async (...[, { endpoint }]: Parameters<typeof pushes.write>) => {
      if (endpoint !== endpointOf('phone')) return {};
      tries += 1;
      throw new SyntaxError('a detail of another version');
    };
    const sent: string[] = [];

    for (let round = 0; round < 20; round += 1) {
      while (
        await pushNext(services, { ...pushes, write }, async ({ endpoint }) => {
          sent.push(endpoint);
          return 'sent';
        })
      );
      services.pass(3_600_000);
    }

    expect([tries, sent]).toEqual([6, [endpointOf('laptop')]]);
    expect(await services.database.read.selectFrom('pushes').selectAll().execute()).toEqual([]);
  });

  it('because the database is away, uses up no attempt', async () => {
    const { services, wants } = await setUp();
    await wants('phone');
    await open(services);
    const away = new DatabaseUnavailable(new Error('ECONNREFUSED'));
    const write = () => Promise.reject(away);

    for (let round = 0; round < 7; round += 1) {
      await expect(pushNext(services, { ...pushes, write }, async () => 'sent')).rejects.toBe(away);
      services.pass(3_600_000);
    }

    expect(await untilGivenUp(services)).toBe(6);
  });

  it('uses up none either if it stays away for longer than a write is tried', async () => {
    const { services, wants } = await setUp();
    await wants('phone');
    await open(services);
    const away = new DatabaseUnavailable(new Error('ECONNREFUSED'));
    const outage = withOutage(services);
    const write = async () => {
      outage.begin();
      throw away;
    };

    await expect(pushNext(outage.services, { ...pushes, write }, async () => 'sent')).rejects.toBe(
      away,
    );
    services.pass(3_600_000);

    expect(await untilGivenUp(services)).toBe(6);
  });
});

describe('a browser', () => {
  it('is only notified for one owner: the last who subscribed there', async () => {
    const { services, wants } = await setUp();
    const before = await wants('phone');
    const after = await wants('phone');

    const rows = await services.database.read.selectFrom('pushDevices').selectAll().execute();

    expect(rows.map(({ accountId }) => accountId)).toEqual([after.id]);
    expect(before.id).not.toBe(after.id);
  });

  it('is forgotten when its owner asks, and nobody else can do that', async () => {
    const { services, app, wants } = await setUp();
    const owner = await wants('phone');
    const other = await wants();

    await choosePush(app, other.token, 'customs', 'phone', false);
    await open(services);
    expect(await pushAll(services)).toEqual(['phone']);
    await close(services);
    await choosePush(app, owner.token, 'customs', 'phone', false);
    await open(services);
    expect(await pushAll(services)).toEqual([]);
  });

  it('that is gone makes room before those that are not', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants('old');
    for (let place = 0; place < 9; place += 1) {
      services.pass(1000);
      await choosePush(app, token, 'customs', `browser-${place}`);
    }
    await open(services);
    await pushAll(services, (name) => (name === 'browser-8' ? 'gone' : 'sent'));
    services.pass(1000);
    await choosePush(app, token, 'customs', 'newest');
    await close(services);
    await open(services);

    const notified = await pushAll(services);

    expect(notified).toHaveLength(10);
    expect(notified).toContain('old');
  });

  it('is replaced by newer ones of its owner', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants();
    for (let place = 0; place < 12; place += 1) {
      services.pass(1000);
      await choosePush(app, token, 'customs', `browser-${place}`);
    }
    await open(services);

    const notified = await pushAll(services);

    expect(notified).toHaveLength(10);
    expect(notified).not.toContain('browser-1');
  });

  it('keeps all that it was subscribed to, and what was still to be sent, at its new endpoint', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants('old');
    await choosePush(app, token, 'newDesigns', 'old');
    await open(services);

    const renewed = await renew(app, token, 'old', 'new');
    const again = await renew(app, token, 'old', 'new');

    expect([renewed.answer, again.answer]).toMatchObject([{ isKnown: true }, { isKnown: true }]);
    expect(await pushAll(services)).toEqual(['new']);
    const rows = await services.database.read.selectFrom('pushDevices').selectAll().execute();
    expect(rows).toMatchObject([
      { endpoint: endpointOf('new'), hasCustoms: 1, hasNewDesigns: 1, hasPriceDrops: 0 },
    ]);
  });

  it('keeps what was already chosen and queued at its new endpoint', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants('old', 'new');
    await choosePush(app, token, 'newDesigns', 'new');
    await open(services);

    await renew(app, token, 'old', 'new');

    expect(await pushAll(services)).toEqual(['new']);
    const rows = await services.database.read.selectFrom('pushDevices').selectAll().execute();
    expect(rows).toMatchObject([{ hasCustoms: 1, hasNewDesigns: 1 }]);
  });

  it('replaces only its own old endpoint among ten of its owner', async () => {
    const { services, app, wants } = await setUp();
    const { token } = await wants();
    for (let place = 0; place < 10; place += 1) {
      services.pass(1000);
      await choosePush(app, token, 'customs', `browser-${place}`);
    }
    await renew(app, token, 'browser-9', 'new');
    await open(services);

    const notified = await pushAll(services);

    expect(notified).toHaveLength(10);
    expect(notified).toContain('browser-0');
    expect(notified).toContain('new');
  });

  it('is not subscribed again at a new endpoint once it ended, nor for another account', async () => {
    const { services, app, wants } = await setUp();
    const owner = await wants('phone');
    const other = await wants();
    const byOther = await renew(app, other.token, 'phone', 'stolen');
    await choosePush(app, owner.token, 'customs', 'phone', false);

    const ended = await renew(app, owner.token, 'phone', 'new');

    expect([byOther.answer, ended.answer]).toMatchObject([{ isKnown: false }, { isKnown: false }]);
    await open(services);
    expect(await pushAll(services)).toEqual([]);
  });

  it('can only renew to an endpoint of a push service', async () => {
    const { app, wants } = await setUp();
    const { token } = await wants('phone');
    const endpoint = 'https://127.0.0.1/a';
    const body = { replaces: endpointOf('phone'), endpoint, keys: pushKeys };

    const { status } = await callRefused(app, 'renewPush', { token, body });

    expect(status).toBe(422);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://127.0.0.1/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com:8443/a',
    'https://user@evil.example/',
    'nowhere',
    '',
  ])('with an endpoint of no push service is refused: %s', async (address) => {
    const { services, app, wants } = await setUp();
    const { token } = await wants();
    const body = { kind: 'customs', device: { endpoint: address, keys: pushKeys } } as const;

    const { status } = await callRefused(app, 'pushNews', { token, body });

    expect(status).toBe(422);
    expect(await services.database.read.selectFrom('pushDevices').selectAll().execute()).toEqual(
      [],
    );
  });

  it('is bound to a single key of the shop', async () => {
    const { app, wants } = await setUp();
    const { token } = await wants();

    const first = await choosePush(app, token, 'customs', 'phone');
    const second = await choosePush(app, token, 'customs', 'phone');

    expect(first.pushKey).toMatch(/^[\w-]{80,}$/);
    expect(second.pushKey).toBe(first.pushKey);
  });
});
