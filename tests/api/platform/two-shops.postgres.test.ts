import type { Hono } from 'hono';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { makeChange } from '#server/platform/database/change.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { changedBody, contentBody } from '#tests/support/changed-body.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

interface Shop {
  readonly services: TestServices;
  readonly app: Hono;
}

let url = '';
let here: Shop;
let there: Shop;

/** A shop on that database that only learns of changes from what is announced, not by looking every second. */
async function openShop(address: string): Promise<Shop> {
  const database = await openPostgres(address);
  const services = await makeServices({ database });
  const following = database.onCatalogueChange(() => {
    services.catalogue.refresh().catch(() => {});
  });
  atEndOfFile(async () => {
    await following.stop();
    await database.close();
  });
  return { services, app: createApp(services) };
}

beforeEach(async () => {
  url = await newPostgres('migrated');
  here = await openShop(url);
  there = await openShop(url);
});

async function titles({ app }: Shop): Promise<readonly string[]> {
  const { answer } = await call(app, 'products', {});
  return answer.products.map(({ title }) => title);
}

describe('what one shop changes, another shows', () => {
  it('a design', async () => {
    await addProduct(here.services, { title: 'Foxes in a wood' });
    await expect.poll(() => titles(there)).toContain('Foxes in a wood');
  });

  it('whether custom requests are open', async () => {
    const { cookie } = await joinStudio(here.app, here.services);
    for (const status of ['On', 'Off'] as const) {
      await callStudio(here.app, 'setCustomsState', { cookie, body: { status } });
      await expect
        .poll(async () => (await call(there.app, 'customStatus', {})).answer.status)
        .toBe(status);
    }
  });

  it('the settings', async () => {
    const { cookie } = await joinStudio(here.app, here.services);
    const { answer } = await callStudio(here.app, 'settings', { cookie });
    const designers = [{ name: 'Mia', email: studioEmail }];
    const body = changedBody(answer, { designers, name: 'Needle' });
    await callStudio(here.app, 'saveSettings', { cookie, body });
    await expect
      .poll(async () => (await call(there.app, 'shopSettings', {})).answer.name)
      .toBe('Needle');
  });

  it('the colours and the texts', async () => {
    const { cookie } = await joinStudio(here.app, here.services);
    const look = { ...firstContent.look, raspberry: '#6b2fb3' };
    const hero = { sticker: 'Sewn at night', title: 'Fresh moons', text: 'Patterns of the moon.' };
    for (const [section, content] of [['look', look] as const, ['hero', hero] as const]) {
      const body = { section, ...contentBody(section, content) };
      await callStudio(here.app, 'publishContent', { cookie, body });
    }
    const shown = async () => (await call(there.app, 'shopSettings', {})).answer;
    await expect.poll(async () => (await shown()).texts?.hero).toEqual(hero);
    await expect.poll(async () => (await shown()).texts?.look).toEqual({ raspberry: '#6b2fb3' });
  });

  it('the end of a session, at once', async () => {
    const { token } = await signUp(here.services);
    await call(there.app, 'me', { token });
    await call(here.app, 'logout', { token });
    const { status } = await callRefused(there.app, 'me', { token });
    expect(status).toBe(401);
  });
});

test('a shop that has not read the newest change yet reads it before it answers a caller who has', async () => {
  const database = await openPostgres(url);
  atEndOfFile(() => database.close());
  // It learns of nothing by itself.
  const behind = createApp(await makeServices({ database }));
  await addProduct(here.services, { title: 'Moons' });
  await here.services.catalogue.refresh();
  const since = here.services.catalogue.cursor;
  const ask = async (query: { since: string }) =>
    (await call(behind, 'productsChanges', { query })).answer;

  expect(await ask({ since })).toMatchObject({ isReset: false, cursor: since });
  expect(await ask({ since: String(Number(since) + 1) })).toMatchObject({ isReset: true });
});

describe('a deleted account leaves nothing, although its first op', () => {
  type Work = Parameters<Database['write']>[0];

  /** Deletes a buyer's account, with `around` around what the deletion does in its transaction. */
  async function deleteAround(
    around: (work: () => ReturnType<Work>, op: () => Promise<Response>) => ReturnType<Work>,
  ): Promise<void> {
    const passwords = countingPasswords();
    const { database } = here.services;
    const productId = await addProduct(here.services);
    const { id, token } = await signUp(here.services);
    await setPassword(here.services, id, 'cotton and thread');
    const key = 'first-op-of-this-account';
    const op = () => send(there.app, 'wishlistAdd', { token, key, body: { productId } });
    const write = (work: Work, owner?: string) =>
      database.write(
        (tx) => (passwords.work.includes('matches') ? around(() => work(tx), op) : work(tx)),
        owner,
      );
    const app = createApp({
      ...here.services,
      passwords,
      database: { ...database, write: write as Database['write'] },
    });
    await call(app, 'deleteAccount', { token, body: { password: 'cotton and thread' } });
    for (const table of ['wishlists', 'wishlistLines', 'knownPrices'] as const) {
      expect(await database.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  }

  it('is committed while it is being deleted', async () => {
    let answered: Response | undefined;
    await deleteAround(async (work, op) => {
      answered ??= await op();
      return work();
    });
    expect(answered?.status).toBe(200);
  });

  it('waits for the deletion', async () => {
    const { read } = here.services.database;
    const waiting = sql<{ count: number }>`SELECT count(*) FROM pg_locks WHERE NOT granted`;
    const answered = Promise.withResolvers<Response>();
    await deleteAround(async (work, op) => {
      const value = await work();
      answered.resolve(op());
      await expect
        .poll(async () => (await waiting.execute(read)).rows[0]?.count)
        .toBeGreaterThan(0);
      return value;
    });
    expect((await answered.promise).status).toBe(401);
  });
});

it('sees what changed while its connection was broken', async () => {
  const proxy = await cuttingProxy(url);
  atEndOfFile(() => proxy.end());
  const cut = await openShop(proxy.url);
  proxy.close();
  await addProduct(here.services, { title: 'Owls at night' });
  proxy.open();
  await expect.poll(() => titles(cut)).toContain('Owls at night');
});

it('a mail goes out once although the server crashes, for longer than a claim, before it can be recorded', {
  timeout: 60_000,
}, async () => {
  const server = await runPostgres([]);
  const proxy = await cuttingProxy(`${server.url}postgres`);
  const sender = { ...here.services, database: await openPostgres(proxy.url) };
  const other = { ...here.services, database: await openPostgres(`${server.url}postgres`) };
  const mail = { recipient: 'ada@shop.example', subject: 's', text: 't', html: 'h' };
  await makeChange(sender, (change) => queueMail(change, mail));
  const accepted: string[] = [];
  const crashed = Promise.withResolvers<void>();
  const sending = sendNext(sender, {
    async send({ id }) {
      accepted.push(id);
      proxy.close();
      await server.kill();
      crashed.resolve();
    },
  });
  const transport = { send: async ({ id }: OutgoingMail) => void accepted.push(id) };
  await crashed.promise;

  here.services.pass(5 * 60_000);
  await server.start();
  await sendNext(other, transport);
  proxy.open();
  await sending;
  for (let ms = 0; ms < 60_000; ms += 2000) {
    here.services.pass(2000);
    await sendNext(other, transport);
  }

  const { sentAt } = await other.database.read
    .selectFrom('mailOutbox')
    .select('sentAt')
    .executeTakeFirstOrThrow();
  await Promise.all([sender, other].map(({ database }) => database.close()));
  await proxy.end();
  await server.end();
  expect(accepted).toHaveLength(1);
  expect(sentAt).not.toBeNull();
});
