import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let accountId: string;

beforeEach(async () => {
  services = await makeServices();
  app = createApp(services);
  ({ id: accountId } = await signUp(services));
});

async function today() {
  const { cookie } = await joinStudio(app, services);
  return (await callStudio(app, 'today', { cookie })).answer;
}

test('counts waiting work, and retries failed mails', async () => {
  await signUp(services, { status: 'pending' });
  const design = await addProduct(services);
  await addOrder(services, { accountId, productIds: [design], state: 'review' });
  const letter = { subject: 's', text: 't', html: 'h' };
  await makeChange(services, (change) =>
    queueMail(change, { recipient: 'ada@shop.example', ...letter }),
  );
  await sendNext(services, { send: () => Promise.reject(new Error('refused')) });
  await makeBackupNow(services);

  const { waiting, backup, storage } = await today();
  expect(storage).toEqual(services.storage.state());
  expect(waiting).toEqual({
    ...{ approvals: 1, customs: 0, reviews: 1, failedMails: 1 },
    ...{ designReviews: 0, unpublished: 0, stoppedNewsletters: 0 },
  });
  expect(backup).toEqual({ lastAt: services.clock().toISOString(), hasFailed: false });

  const sent: string[] = [];
  const transport = { send: async (mail: { recipient: string }) => void sent.push(mail.recipient) };
  const { cookie } = await joinStudio(app, services, 'ida@studio.example');
  const { answer } = await callStudio(app, 'retryMails', { cookie });
  expect(answer.message).toBe('Retrying 1 e-mail.');
  while (await sendNext(services, transport));
  expect(sent).toContain('ada@shop.example');
  expect((await callStudio(app, 'retryMails', { cookie })).answer.message).toContain('0 e-mails');
});

test('says that the last attempt to back up failed, until one succeeds', async () => {
  await makeBackupNow(services);
  const lastAt = services.clock().toISOString();
  services.pass(86_400_000);
  const { copyTo } = services.database;
  services.database.copyTo = () => Promise.reject(new Error('disk full'));
  await expect(makeBackupNow(services)).rejects.toThrow('disk full');
  expect((await today()).backup).toEqual({ lastAt, hasFailed: true });

  services.database.copyTo = copyTo;
  await makeBackupNow(services);
  const { backup } = await today();
  expect(backup).toEqual({ lastAt: services.clock().toISOString(), hasFailed: false });
});

test('lists each failed mail with its reason, and can retry it on its own', async () => {
  const letter = { subject: 'Your receipt', text: 'secret', html: 'secret' };
  const queueTo = (recipient: string) =>
    makeChange(services, (change) => queueMail(change, { recipient, ...letter }));
  await queueTo('ada@shop.example');
  services.pass(1000);
  await queueTo('eve@shop.example');
  const refused = Object.assign(new Error(), { code: 'EENVELOPE', responseCode: 550 });
  while (await sendNext(services, { send: () => Promise.reject(refused) }));
  const { cookie } = await joinStudio(app, services);

  const { answer } = await callStudio(app, 'failedMails', { cookie });
  const [eve, ada] = answer.mails;
  await callStudio(app, 'retryMail', { cookie, params: { id: ada?.id ?? '' } });
  const unknown = await studioRefused(app, 'retryMail', { cookie, params: { id: '0'.repeat(24) } });

  expect(ada).toMatchObject({
    recipient: 'ada@shop.example',
    subject: 'Your receipt',
    problem: 'EENVELOPE 550',
  });
  expect(eve?.recipient).toBe('eve@shop.example');
  expect(Date.parse(ada?.nextTryAt ?? '')).toBe(services.clock().getTime() + 30_000);
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(unknown.problem.code).toBe('NOT_FOUND');
  const sent: string[] = [];
  const transport = { send: async (mail: { recipient: string }) => void sent.push(mail.recipient) };
  while (await sendNext(services, transport));
  expect(sent).toContain('ada@shop.example');
  expect(sent).not.toContain('eve@shop.example');
});

test('says that a mail is being sent instead of retrying it', async () => {
  const letter = { subject: 's', text: 't', html: 'h' };
  await makeChange(services, (change) =>
    queueMail(change, { recipient: 'ada@shop.example', ...letter }),
  );
  await sendNext(services, { send: () => Promise.reject(new Error('refused')) });
  services.pass(60_000);
  const { cookie } = await joinStudio(app, services);
  const problems: unknown[] = [];

  const send = async ({ id }: { id: string }) => {
    const { problem } = await studioRefused(app, 'retryMail', { cookie, params: { id } });
    problems.push([problem.code, problem.message]);
  };
  while (problems.length === 0 && (await sendNext(services, { send })));

  expect(problems).toEqual([['CONFLICT', 'This e-mail is being sent right now.']]);
});
