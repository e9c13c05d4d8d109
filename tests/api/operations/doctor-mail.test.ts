import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { localMailServer } from '#tests/support/local-mail-server.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

/** A shop with a mail server that refuses the recipients in `unknown`. */
async function setUp(unknown: readonly string[] = []) {
  const mailServer = await localMailServer(unknown);
  onTestFinished(() => mailServer.close());
  const { services, app, cookie } = await shopWithOwner({ settings: { SMTP_URL: mailServer.url } });
  return { services, app, cookie, mailServer };
}

/** What `npm run doctor` prints, beside the stopped shop. */
async function doctor(
  { env }: TestServices,
  settings: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['scripts/doctor.ts', ...words], {
    env: { ...process.env, ...shopSettings(env.dataDir), ...settings },
  });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}

test('the test e-mail of the health check goes over the mail server, and leads back to it', async () => {
  const { services, app, cookie, mailServer } = await setUp();

  const { answer } = await callStudio(app, 'sendTestMail', { cookie });
  const { answer: health } = await callStudio(app, 'healthCheck', { cookie });

  expect(answer.message).toBe(
    `Sent to ${studioEmail}. If it doesn’t arrive, check the spam folder.`,
  );
  expect(mailServer.received.map(({ to }) => to)).toEqual([[studioEmail]]);
  expect(mailServer.received[0]?.text).toContain('Subject: Test e-mail from your shop');
  expect(mailServer.received[0]?.text).toContain(`${services.env.publicUrl}/studio/health`);
  expect(health.checks.find(({ id }) => id === 'mail')).toMatchObject({
    state: 'ok',
    text: 'The mail server accepts the shop’s connection and sign-in.',
  });
});

test('a test e-mail that the mail server refuses is named with its codes', async () => {
  const { app, cookie, mailServer } = await setUp([studioEmail]);

  const { status, problem } = await studioRefused(app, 'sendTestMail', { cookie });

  expect([status, problem.message]).toEqual([
    503,
    'The mail server didn’t accept the e-mail (EENVELOPE 550: no such user).',
  ]);
  expect(mailServer.received).toEqual([]);
});

test('the command sends a test e-mail over the mail server, or says why not', async () => {
  const { services, mailServer } = await setUp(['nobody@shop.example']);
  const settings = { SMTP_URL: mailServer.url };

  const sent = await doctor(services, settings, '--mail', 'ada@shop.example');
  const refused = await doctor(services, settings, '--mail', 'nobody@shop.example');

  expect(sent).toContain('The mail server accepted a test e-mail to ada@shop.example.');
  expect(sent).toContain('✓ ok        E-mail: The mail server accepts');
  expect(mailServer.received.map(({ to }) => to)).toEqual([['ada@shop.example']]);
  expect(refused).toBe('The test e-mail wasn’t sent (EENVELOPE 550: no such user).\n');
});

test('the command has every failed e-mail retried, also one that was given up', async () => {
  const services = await makeServices();
  // The command has the time of the machine.
  services.pass(Date.now() - services.clock().getTime());
  const refused = { send: () => Promise.reject(new Error('refused')) };
  for (const name of ['ada', 'eve']) {
    const letter = { subject: 'Your receipt', text: 't', html: 'h' };
    await makeChange(services, (change) =>
      queueMail(change, { ...letter, recipient: `${name}@shop.example` }),
    );
  }
  while (await sendNext(services, refused));
  await services.database.write((tx) =>
    tx
      .updateTable('mailOutbox')
      .set({ attempts: 1000 })
      .where('recipient', '=', 'eve@shop.example')
      .execute(),
  );

  const said = await doctor(services, {}, '--retry-mails');

  expect(said).toContain('Retrying 2 e-mails, once the shop runs.');
  services.pass(60_000);
  const sent: string[] = [];
  const transport = { send: async (mail: { recipient: string }) => void sent.push(mail.recipient) };
  while (await sendNext(services, transport));
  expect(sent.sort()).toEqual(['ada@shop.example', 'eve@shop.example']);
});
