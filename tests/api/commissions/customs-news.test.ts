import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { announceOpening } from '#server/commissions/announce-opening.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';

const day = 86_400_000;

async function setUp() {
  const services = await makeServices();
  return { services, app: createApp(services) };
}

function choose(app: Hono, token: string, isWanted: boolean) {
  return call(app, 'customsNews', { token, body: { isWanted } });
}

/** Opens custom requests, and queues the mails about it. */
async function open(services: TestServices): Promise<void> {
  await runCommand(services, ['customs', 'on']);
  while (await announceOpening(services));
}

/** Adds buyers who asked to be mailed; returns their addresses in order. */
async function addSubscribers({ database, clock }: TestServices, count: number) {
  const accounts = Array.from({ length: count }, (_, place) => ({
    id: newId(clock()),
    email: `buyer-${place}@shop.example`,
    emailKey: `buyer-${place}@shop.example`,
    passwordHash: 'unusable',
    firstName: 'Ada',
    lastName: 'Sewell',
    licenseType: 'SMALL_BUSINESS' as const,
    businessVerificationLink: 'https://www.instagram.com/adasews',
    status: 'approved' as const,
    hasCustomsNews: 1,
    isDemo: 0,
    createdAt: clock().toISOString(),
  }));
  await database.write((tx) => tx.insertInto('accounts').values(accounts).execute());
  return accounts.map(({ email }) => email).sort();
}

/** Sends everything queued and returns the recipients. */
async function sendAll(services: TestServices): Promise<readonly string[]> {
  const sent: string[] = [];
  const send = async ({ recipient }: { readonly recipient: string }) => {
    sent.push(recipient);
  };
  while (await sendNext(services, { send }));
  return sent;
}

/** The recipients the shop has written to so far. */
async function recipients(services: TestServices): Promise<readonly string[]> {
  const mails = await queuedMails(services);
  return mails.map(({ recipient }) => recipient).sort();
}

test("the profile shows the owner's choice", async () => {
  const { services, app } = await setUp();
  const { token } = await signUp(services);
  const chosen = async () => (await call(app, 'me', { token })).answer.user.hasCustomsNews;

  const before = await chosen();
  await choose(app, token, true);
  const on = await chosen();
  await choose(app, token, false);

  expect([before, on, await chosen()]).toEqual([false, true, false]);
});

test('mails buyers who asked once when custom requests open, and nobody else', async () => {
  const { services, app } = await setUp();
  const wants = await signUp(services, { email: 'wants@shop.example', status: 'pending' });
  const ended = await signUp(services, { email: 'ended@shop.example' });
  const rejected = await signUp(services, { email: 'rejected@shop.example' });
  await signUp(services, { email: 'silent@shop.example' });
  for (const { token } of [wants, ended, rejected]) await choose(app, token, true);
  await choose(app, ended.token, false);
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'rejected' }).where('id', '=', rejected.id).execute(),
  );

  await open(services);
  await open(services);

  expect(await recipients(services)).toEqual(['wants@shop.example']);
  const [mail] = await queuedMails(services);
  expect(mail?.subject).toBe('Pinwheel is taking custom requests again');
  expect(mail?.accountId).toBe(wants.id);
});

test('mails those who still want it each time custom requests open again', async () => {
  const { services, app } = await setUp();
  const { token } = await signUp(services, { email: 'wants@shop.example' });
  await choose(app, token, true);

  const openAndClose = async () => {
    await open(services);
    await sendAll(services);
    await runCommand(services, ['customs', 'off']);
  };
  await openAndClose();
  await openAndClose();
  await choose(app, token, false);
  await openAndClose();

  expect(await recipients(services)).toEqual(['wants@shop.example', 'wants@shop.example']);
});

test('mails many subscribers some at a time, each once, whichever process does', async () => {
  const { services } = await setUp();
  const everybody = await addSubscribers(services, 1001);

  await runCommand(services, ['customs', 'on']);
  const before = await recipients(services);
  await announceOpening(services);
  const first = await recipients(services);
  await Promise.all([announceOpening(services), announceOpening(services)]);
  while (await announceOpening(services));

  expect([before.length, first.length]).toEqual([0, 500]);
  expect(await recipients(services)).toEqual(everybody);
});

test('mails nobody else once custom requests have closed', async () => {
  const { services } = await setUp();
  await addSubscribers(services, 501);

  await runCommand(services, ['customs', 'on']);
  await announceOpening(services);
  await runCommand(services, ['customs', 'off']);

  expect(await announceOpening(services)).toBe(false);
  expect(await recipients(services)).toEqual([]);
});

test('withdraws the queued mails, and no others, when custom requests close', async () => {
  const { services, app } = await setUp();
  const { token } = await signUp(services, { email: 'wants@shop.example' });
  await choose(app, token, true);
  const letter = { subject: 's', text: 't', html: 'h' };
  await makeChange(services, (change) =>
    queueMail(change, { recipient: 'other@shop.example', ...letter }),
  );

  await open(services);
  await runCommand(services, ['customs', 'off']);

  expect(await sendAll(services)).toEqual(['other@shop.example']);
});

test('does not send a mail again that is being sent while custom requests close', async () => {
  const { services, app } = await setUp();
  const { token } = await signUp(services, { email: 'wants@shop.example' });
  await choose(app, token, true);
  await open(services);

  await sendNext(services, {
    async send() {
      await runCommand(services, ['customs', 'off']);
      throw new Error('the mail server is away');
    },
  });
  services.pass(day);

  expect(await sendAll(services)).toEqual([]);
});
