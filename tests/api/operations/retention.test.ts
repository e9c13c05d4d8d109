import { describe, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { runDailyRetention, runRetention } from '#server/operations/retention.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import { spend } from '#server/platform/http/limit.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { staffResetToken } from '#tests/support/staff-reset.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import {
  invitationToken,
  joinStudio,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

const day = 86_400_000;
const hour = day / 24;

test('deletes sessions idle for 30 days and keeps those in use', async () => {
  const services = await makeServices();
  const app = createApp(services);
  await signUp(services);
  const inUse = await signUp(services);
  services.pass(20 * day);
  await call(app, 'me', { token: inUse.token });
  services.pass(11 * day);

  await runRetention(services);

  const sessions = await services.database.read.selectFrom('sessions').selectAll().execute();
  expect(sessions.map((session) => session.accountId)).toEqual([inUse.id]);
  expect((await call(app, 'me', { token: inUse.token })).status).toBe(200);
});

test('deletes sessions after 90 days, even if in use', async () => {
  const services = await makeServices();
  const app = createApp(services);
  const { token } = await signUp(services);
  for (let count = 0; count < 4; count += 1) {
    services.pass(22 * day);
    await call(app, 'me', { token });
  }
  services.pass(3 * day);

  await runRetention(services);

  expect(await services.database.read.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('deletes old commits even if the bucket refuses to end uploads', async () => {
  const services = await makeServices();
  const endUploads = () => Promise.reject(new Error('AccessDenied'));
  const id = newId(services.clock());
  await services.database.write((tx) =>
    tx.insertInto('commits').values({ id, isCommitted: 1 }).execute(),
  );
  services.pass(2 * day);

  const run = runRetention({ ...services, files: { ...services.files, endUploads } });

  await expect(run).rejects.toMatchObject({
    message: 'retention failed in part',
    errors: [{ message: 'AccessDenied' }],
  });
  const kept = services.database.read.selectFrom('commits').select('id').where('id', '=', id);
  expect(await kept.execute()).toEqual([]);
});

test.each([
  'AccessDenied',
  'MethodNotAllowed',
  'NotImplemented',
  'HTTP 403',
  'HTTP 405',
  'HTTP 501',
])(
  'a bucket that answers %s to the end of uploads gets a line in the log, and retention succeeds',
  async (reason) => {
    const services = await makeServices();
    const endUploads = () => Promise.reject(new StoreUnreachable('unfinished uploads', reason));
    const warn = vi.spyOn(services.log, 'warn');

    await runRetention({ ...services, files: { ...services.files, endUploads } });

    expect(warn.mock.calls).toEqual([
      [{ reason }, expect.stringContaining('s3:AbortMultipartUpload')],
    ]);
  },
);

test.each(['ECONNREFUSED', 'HTTP 503'])(
  'a bucket that answers %s fails retention in part',
  async (reason) => {
    const services = await makeServices();
    const gone = new StoreUnreachable('unfinished uploads', reason);
    const files = { ...services.files, endUploads: () => Promise.reject(gone) };

    await expect(runRetention({ ...services, files })).rejects.toMatchObject({ errors: [gone] });
  },
);

test('ends unfinished uploads even if the bucket refuses to list parts', async () => {
  const services = await makeServices();
  const partsBefore = () => Promise.reject(new Error('AccessDenied'));
  let isTidy = false;
  const endUploads = async () => {
    isTidy = true;
  };
  const files = { ...services.files, partsBefore, endUploads };

  await expect(runRetention({ ...services, files })).rejects.toThrow('in part');

  expect(isTidy).toBe(true);
});

test('a run that failed in part is tried again an hour later, and then the next day', async () => {
  const services = await makeServices();
  let isRefused = true;
  let runs = 0;
  const endUploads = async () => {
    runs += 1;
    if (isRefused) throw new Error('AccessDenied');
  };
  const files = { ...services.files, endUploads };
  const look = () => runDailyRetention({ ...services, files }, new AbortController().signal);

  await expect(look()).rejects.toThrow('retention failed in part');
  services.pass(hour - 1);
  await look();
  expect(runs).toBe(1);
  isRefused = false;
  services.pass(1);
  await look();
  expect(runs).toBe(2);
  services.pass(day - 1);
  await look();
  expect(runs).toBe(2);
  services.pass(1);
  await look();
  expect(runs).toBe(3);
});

test('deletes what it can even if the first rows cannot be deleted', async () => {
  const services = await makeServices();
  await spend(services, 'short', { count: 1, windowMs: 1000 });
  services.pass(1000);
  let writes = 0;
  const write: Database['write'] = (work, owner) => {
    writes += 1;
    return writes === 1
      ? Promise.reject(new Error('a constraint'))
      : services.database.write(work, owner);
  };

  const run = runRetention({ ...services, database: { ...services.database, write } });

  await expect(run).rejects.toMatchObject({ errors: [{ message: 'a constraint' }] });
  expect(await services.database.read.selectFrom('rateLimits').selectAll().execute()).toEqual([]);
});

test('deletes only limit windows that are over', async () => {
  const services = await makeServices();
  await spend(services, 'short', { count: 1, windowMs: 1000 });
  await spend(services, 'long', { count: 1, windowMs: 5000 });
  services.pass(1000);

  await runRetention(services);

  const rows = await services.database.read.selectFrom('rateLimits').select('key').execute();
  expect(rows).toEqual([{ key: 'long' }]);
});

describe('what tells whether a commit took effect', () => {
  const add = ({ database }: TestServices, ids: readonly string[]) =>
    database.write((tx) =>
      tx
        .insertInto('commits')
        .values(ids.map((id) => ({ id, isCommitted: 1 })))
        .execute(),
    );
  const left = async ({ database }: TestServices, ids: readonly string[]) => {
    const rows = database.read.selectFrom('commits').select('id').where('id', 'in', ids);
    return (await rows.execute()).map(({ id }) => id);
  };

  test('is kept for an hour', async () => {
    const services = await makeServices();
    const now = services.clock().getTime();
    const ids = [newId(new Date(now - day / 24 - 1000)), newId(new Date(now - day / 24 + 1000))];
    await add(services, ids);

    await runRetention(services);

    expect(await left(services, ids)).toEqual([ids[1]]);
  });

  test('is deleted in parts, however much there is', async () => {
    const services = await makeServices();
    const old = new Date(services.clock().getTime() - day);
    const ids = Array.from({ length: 10_001 }, () => newId(old));
    await add(services, ids);

    await runRetention(services, () => true);
    const afterOne = await left(services, ids);
    expect(afterOne).toHaveLength(1);
    await add(
      services,
      ids.filter((id) => !afterOne.includes(id)),
    );
    await runRetention(services);
    expect(await left(services, ids)).toHaveLength(0);
  });
});

test('deletes any rows in parts, and the rest the next day if it is stopped', async () => {
  const services = await makeServices();
  const { database, clock } = services;
  const windowEndsAt = clock().toISOString();
  const rows = Array.from({ length: 1001 }, (_, at) => ({ key: `${at}`, count: 1, windowEndsAt }));
  await database.write((tx) => tx.insertInto('rateLimits').values(rows).execute());
  const left = async () =>
    (await database.read.selectFrom('rateLimits').select('key').execute()).length;
  services.pass(1000);

  await runRetention(services, () => true);
  expect(await left()).toBe(1);
  await runRetention(services);
  expect(await left()).toBe(0);
});

test('keeps idempotency answers for 90 days', async () => {
  const services = await makeServices();
  const app = createApp(services);
  const body = { productId: await addProduct(services) };
  const add = async (key: string) => {
    const { token } = await signUp(services);
    await call(app, 'cartAdd', { token, body, key });
  };
  await add('op-of-long-ago');
  services.pass(day);
  await add('op-of-lately');
  services.pass(90 * day - 1);

  await runRetention(services);

  const rows = await services.database.read
    .selectFrom('idempotencyAnswers')
    .select('key')
    .execute();
  expect(rows).toEqual([{ key: 'op-of-lately' }]);
});

test('keeps a sent mail for a week and an unsent one for a month', async () => {
  const services = await makeServices();
  const queue = async (recipient: string) => {
    const letter = { subject: 's', text: 't', html: 'h' };
    await makeChange(services, (change) => queueMail(change, { recipient, ...letter }));
  };
  const recipients = async () => {
    await runRetention(services);
    return (await queuedMails(services)).map((mail) => mail.recipient);
  };
  await queue('sent@shop.example');
  await sendNext(services, { send: async () => {} });
  await queue('unsent@shop.example');

  services.pass(7 * day);
  expect(await recipients()).toEqual(['sent@shop.example', 'unsent@shop.example']);
  services.pass(1);
  expect(await recipients()).toEqual(['unsent@shop.example']);
  services.pass(23 * day);
  expect(await recipients()).toEqual([]);
});

test("deletes staff's links for a new password and unfinished recoveries once they end", async () => {
  const services = await makeServices();
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  await staffResetToken(app, services, studioEmail);
  const [recoveryCode = ''] = mia.recoveryCodes;
  const body = { email: studioEmail, password: studioPassword, recoveryCode };
  await callStudio(app, 'recover', { body });
  const left = async () => {
    await runRetention(services);
    const { read } = services.database;
    const setups = await read.selectFrom('studioTwoStepSetups').select('accountId').execute();
    const resets = await read.selectFrom('studioResets').select('id').execute();
    return [setups.length, resets.length];
  };

  expect(await left()).toEqual([1, 1]);
  services.pass(15 * 60_000);
  expect(await left()).toEqual([0, 1]);
  services.pass(45 * 60_000);
  expect(await left()).toEqual([0, 0]);
});

test("deletes the studio's ended sessions and invitations, and keeps the audit log", async () => {
  const services = await makeServices();
  const app = createApp(services);
  const busy = await joinStudio(app, services, 'busy@studio.example');
  await joinStudio(app, services, 'idle@studio.example');
  await invitationToken(services, 'waiting@studio.example');
  const left = async () => {
    await runRetention(services);
    const { read } = services.database;
    const sessions = await read.selectFrom('studioSessions').select('accountId').execute();
    const invitations = await read.selectFrom('studioInvitations').select('accountId').execute();
    return [sessions.length, invitations.length];
  };

  services.pass(12 * hour);
  await callStudio(app, 'me', { cookie: busy.cookie });
  expect(await left()).toEqual([2, 1]);
  services.pass(1);
  expect(await left()).toEqual([1, 1]);
  const use = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      services.pass(6 * hour);
      await callStudio(app, 'me', { cookie: busy.cookie });
    }
  };
  await use(9);
  services.pass(6 * hour - 2);
  expect(await left()).toEqual([1, 1]);
  services.pass(1);
  expect(await left()).toEqual([1, 0]);
  await use(15);
  services.pass(6 * hour);
  expect(await left()).toEqual([1, 0]);
  services.pass(1);
  expect(await left()).toEqual([0, 0]);
  const lines = await services.database.read.selectFrom('auditLines').select('id').execute();
  expect(lines).toHaveLength(5);
});

test("keeps an import's report for a year, also while its preview is made again", async () => {
  const services = await makeServices();
  const { database, clock } = services;
  for (const state of ['done', 'planning'] as const) {
    const row = {
      id: state,
      fileName: '',
      source: 'etsy',
      accountId: '',
      choices: '{}',
    } as const;
    const createdAt = clock().toISOString();
    await database.write((tx) =>
      tx
        .insertInto('imports')
        .values({ ...row, state, createdAt, finishedAt: null })
        .execute(),
    );
  }
  const left = async () => {
    await runRetention(services);
    const rows = await database.read.selectFrom('imports').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };

  services.pass(day + 1);
  expect(await left()).toEqual(['done', 'planning']);
  services.pass(363 * day);
  expect(await left()).toEqual(['done', 'planning']);
  services.pass(day);
  expect(await left()).toEqual([]);
});
