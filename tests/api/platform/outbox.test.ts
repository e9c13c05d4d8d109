import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { registered } from '#server/platform/mail/account-letters.ts';
import { failedMails } from '#server/platform/mail/failed-mails.ts';
import { letterhead } from '#server/platform/mail/letterhead.ts';
import {
  type MailTransport,
  mailTransport,
  type OutgoingMail,
} from '#server/platform/mail/mail-transport.ts';
import { sendNext, startMailer } from '#server/platform/mail/mailer.ts';
import { mailWork } from '#server/platform/mail/outbox.ts';
import { queueMail, queueMails } from '#server/platform/mail/queue-mail.ts';
import { studioRecipients } from '#server/platform/mail/studio-recipients.ts';
import { localMailServer } from '#tests/support/local-mail-server.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';

const recipient = 'ada@shop.example';
const minute = 60_000;
const hour = 60 * minute;

async function queue(services: TestServices, to = recipient): Promise<void> {
  const letter = registered(await letterhead(services.database.read, services.env));
  await makeChange(services, (change) => queueMail(change, { recipient: to, ...letter }));
}

/** A transport that records its mails and fails this many times. */
function notingTransport(failures = 0): MailTransport & { readonly sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = [];
  let left = failures;
  return {
    sent,
    async send(mail) {
      if (left > 0) {
        left -= 1;
        throw Object.assign(new Error(`550 no such user ${mail.recipient}`), {
          code: 'EENVELOPE',
          responseCode: 550,
        });
      }
      sent.push(mail);
    },
  };
}

/** Looks for mails as often as the mailer does, for a minute. */
async function look(services: TestServices, transport: MailTransport): Promise<void> {
  for (let ms = 0; ms < minute; ms += 2000) {
    services.pass(2000);
    await sendNext(services, transport);
  }
}

test('sends what was queued, once', async () => {
  const services = await makeServices();
  await queue(services);
  const transport = notingTransport();

  expect(await sendNext(services, transport)).toBe(true);
  services.pass(24 * 60 * minute);
  expect(await sendNext(services, transport)).toBe(false);

  expect(transport.sent.map((mail) => mail.recipient)).toEqual([recipient]);
  expect((await queuedMails(services))[0]).toMatchObject({ attempts: 1, lastProblem: null });
});

test('sends a mail once however often recording its acceptance fails', async () => {
  const services = await makeServices();
  await queue(services);
  const transport = notingTransport();
  let writes = 0;
  // Until its pauses are as long as they become.
  const failures = 6;
  const write: TestServices['database']['write'] = (work) => {
    writes += 1;
    // The claim is the first.
    const isAway = writes > 1 && writes <= 1 + failures;
    return isAway
      ? Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED')))
      : services.database.write(work);
  };

  await sendNext({ ...services, database: { ...services.database, write } }, transport);
  await look(services, transport);

  expect(transport.sent).toHaveLength(1);
});

test('sends no mail of a failed transaction', async () => {
  const services = await makeServices();
  const failing = makeChange(services, async (change) => {
    await queueMail(change, { recipient, subject: 's', text: 't', html: 'h' });
    throw new Error('the order failed');
  });
  await expect(failing).rejects.toThrow('the order failed');

  expect(await sendNext(services, notingTransport())).toBe(false);
});

test('sends codes before all other mails, and news to many after them', async () => {
  const services = await makeServices();
  const letter = { subject: 's', text: 't', html: 'h' };
  const readers = Array.from({ length: 200 }, (_, place) => `reader-${place}@shop.example`);
  await makeChange(services, (change) =>
    queueMails(change, readers, (reader) => ({ recipient: reader, ...letter })),
  );
  services.pass(1000);
  await queue(services, 'receipt@shop.example');
  services.pass(1000);
  const expiresAt = new Date(services.clock().getTime() + 150_000);
  await makeChange(services, (change) =>
    queueMail(change, { recipient: 'code@shop.example', expiresAt, ...letter }),
  );
  const transport = notingTransport();

  for (let count = 0; count < 3; count += 1) await sendNext(services, transport);

  const [first, second, third] = transport.sent.map((mail) => mail.recipient);
  expect([first, second]).toEqual(['code@shop.example', 'receipt@shop.example']);
  expect(readers).toContain(third);
});

test('several senders at once send each mail once', async () => {
  const services = await makeServices();
  for (let count = 0; count < 20; count += 1) await queue(services, `buyer-${count}@shop.example`);
  const transport = notingTransport();
  const sendAll = async () => {
    while (await sendNext(services, transport));
  };

  await Promise.all([sendAll(), sendAll(), sendAll()]);

  const recipients = transport.sent.map((mail) => mail.recipient);
  expect(recipients).toHaveLength(20);
  expect(new Set(recipients).size).toBe(20);
});

test('another server does not take a mail that is being sent', async () => {
  const services = await makeServices();
  await queue(services);
  const second = await openAgain(services.env.dataDir);
  const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: MailTransport = {
    async send() {
      began.resolve();
      await mayEnd.promise;
    },
  };
  const other = notingTransport();
  const first = sendNext(services, slow);
  await began.promise;

  const isTaken = await sendNext({ ...services, database: second }, other);
  mayEnd.resolve();
  await first;
  services.pass(60 * minute);
  const isTakenLater = await sendNext({ ...services, database: second }, other);
  await second.close();

  expect([isTaken, isTakenLater]).toEqual([false, false]);
  expect(other.sent).toEqual([]);
});

test('retries a failed mail with increasing waits until it is sent', async () => {
  const services = await makeServices();
  await queue(services);
  const transport = notingTransport(6);
  const waits: number[] = [];

  await sendNext(services, transport);
  while (transport.sent.length === 0) {
    const [row] = await queuedMails(services);
    const wait = Date.parse(row?.nextAttemptAt ?? '') - services.clock().getTime();
    services.pass(wait - 1);
    expect(await sendNext(services, transport)).toBe(false);
    services.pass(1);
    await sendNext(services, transport);
    waits.push(wait);
  }

  expect(waits).toEqual([30_000, 30_000, 60_000, 180_000, 300_000, 600_000]);
  expect((await queuedMails(services))[0]?.sentAt).not.toBeNull();
});

test('a failed mail delays no other', async () => {
  const services = await makeServices();
  await queue(services, 'first@shop.example');
  services.pass(1);
  await queue(services, 'second@shop.example');
  const transport = notingTransport(1);

  while (await sendNext(services, transport));

  expect(transport.sent.map((mail) => mail.recipient)).toEqual(['second@shop.example']);
});

test('the recorded reason of a failure contains no address', async () => {
  const services = await makeServices();
  await queue(services);

  await sendNext(services, notingTransport(1));

  expect((await queuedMails(services))[0]?.lastProblem).toBe('EENVELOPE 550');
});

test('retries a failing mail for three days, then leaves it to staff', async () => {
  const services = await makeServices();
  await queue(services);
  const startedAt = services.clock().getTime();
  const transport = notingTransport(1000);
  const triedAt: number[] = [];
  // Whenever the shop may try again, as often as it would in ten days.
  while (services.clock().getTime() - startedAt < 240 * hour) {
    if (await sendNext(services, transport)) triedAt.push(services.clock().getTime() - startedAt);
    services.pass(5 * minute);
  }
  const waits = triedAt.slice(1).map((at, place) => at - (triedAt[place] ?? 0));

  expect(triedAt.at(-1)).toBeGreaterThanOrEqual(72 * hour);
  expect(triedAt.at(-1)).toBeLessThan(80 * hour);
  expect(Math.max(...waits)).toBeLessThanOrEqual(6 * hour + 5 * minute);
  const [failed] = await failedMails(services.database.read, services.clock());
  expect(failed).toMatchObject({ recipient, problem: 'EENVELOPE 550', nextTryAt: null });
});

test('a mail server that is back on the third day gets every mail', async () => {
  const services = await makeServices();
  await queue(services);
  const transport = notingTransport(1000);
  for (let hours = 0; hours < 71; hours += 1) {
    while (await sendNext(services, transport));
    services.pass(hour);
  }
  const repaired = notingTransport();

  for (let hours = 0; hours < 6; hours += 1) {
    while (await sendNext(services, repaired));
    services.pass(hour);
  }

  expect(repaired.sent.map((mail) => mail.recipient)).toEqual([recipient]);
});

test('the claim of a sender that died expires', async () => {
  const services = await makeServices();
  await queue(services);
  await claimNext(services, mailWork());
  const transport = notingTransport();
  expect(await sendNext(services, transport)).toBe(false);

  await look(services, transport);

  expect(transport.sent).toHaveLength(1);
});

test('without SMTP a mail is written to a file and its link is printed', async () => {
  const services = await makeServices();
  await queue(services);
  const printed: string[] = [];

  await sendNext(services, mailTransport(services.env, { tell: (line) => printed.push(line) }));

  const folder = join(services.env.dataDir, 'mail');
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/\.eml$/)]);
  const file = await readFile(join(folder, names[0] ?? ''), 'utf8');
  expect(file).toContain(`To: ${recipient}`);
  expect(file).toContain('Subject: Welcome to Pinwheel');
  expect(file).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  expect(printed.join('\n')).toContain('Welcome to Pinwheel');
  expect(printed.join('\n')).toContain(`${services.env.publicUrl}/shop`);
  expect(printed.join('\n')).not.toContain(recipient);
});

test('is sent over SMTP to one address, whatever characters it contains', async () => {
  const mailServer = await localMailServer();
  const services = await makeServices({ settings: { SMTP_URL: mailServer.url } });
  await queue(services, 'eve,ada@shop.example');

  await sendNext(services, mailTransport(services.env));
  await mailServer.close();

  expect((await queuedMails(services))[0]).toMatchObject({ lastProblem: null });
  expect(mailServer.received).toHaveLength(1);
  expect(mailServer.received[0]?.to).toEqual(['"eve,ada"@shop.example']);
  expect(mailServer.received[0]?.text).toContain('Subject: Welcome to Pinwheel');
});

test('has its attachments and a Reply-To', async () => {
  const mailServer = await localMailServer();
  const services = await makeServices({ settings: { SMTP_URL: mailServer.url } });
  const upload = await services.files.putUpload(Buffer.from('a picture'));
  const gone = await services.files.putUpload(Buffer.from('deleted since'));
  await services.files.removeUpload(gone);
  const letter = registered(await letterhead(services.database.read, services.env));
  await makeChange(services, (change) =>
    queueMail(change, {
      ...letter,
      recipient,
      replyTo: 'eve,ada@shop.example',
      attachments: [
        { name: 'reference-1.jpg', upload },
        { name: 'reference-2.jpg', upload: gone },
      ],
    }),
  );

  await sendNext(services, mailTransport(services.env));
  await mailServer.close();

  const text = mailServer.received[0]?.text ?? '';
  expect(text).toContain('Reply-To: <"eve,ada"@shop.example>');
  expect(text).toContain('filename=reference-1.jpg');
  expect(text).toContain(Buffer.from('a picture').toString('base64'));
  expect(text).not.toContain('reference-2.jpg');
});

test.each([
  ['Pinwheel <hello@pinwheel.example>', 'hello@pinwheel.example'],
  ['hello@pinwheel.example', 'hello@pinwheel.example'],
])('sends studio mails to %s while it has no designers', async (from, to) => {
  const services = await makeServices({ settings: { MAIL_FROM: from } });

  expect(await studioRecipients(services.database.read, services.env)).toEqual([to]);
});

test('an unreachable mail server is a failure to retry', async () => {
  const services = await makeServices({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  await queue(services);

  await sendNext(services, mailTransport(services.env));

  expect((await queuedMails(services))[0]).toMatchObject({ sentAt: null, attempts: 1 });
  expect((await queuedMails(services))[0]?.lastProblem).toMatch(/ECONNREFUSED|ESOCKET/);
});

/** PostgreSQL's client closes connections that nobody has used for up to ten minutes. */
function closeIdleConnections() {
  return vi.advanceTimersByTimeAsync(600_000);
}

test('the mailer runs every two seconds until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const services = await makeServices();
  const transport = notingTransport();
  const mailer = startMailer(services, transport);
  await queue(services);
  await vi.advanceTimersByTimeAsync(1999);
  const early = transport.sent.length;

  await vi.advanceTimersByTimeAsync(1);
  await mailer.stop();

  expect([early, transport.sent.length]).toEqual([0, 1]);
  await closeIdleConnections();
  expect(vi.getTimerCount()).toBe(0);
});

test('stopping lets the current mail finish and takes no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const services = await makeServices();
  await queue(services, 'first@shop.example');
  services.pass(1);
  await queue(services, 'second@shop.example');
  const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer = startMailer(services, {
    async send() {
      began.resolve();
      await mayEnd.promise;
    },
  });
  await vi.advanceTimersByTimeAsync(2000);
  await began.promise;

  const stopped = mailer.stop();
  mayEnd.resolve();
  await stopped;

  const rows = await queuedMails(services);
  expect(rows.map((row) => [row.recipient, row.sentAt !== null])).toEqual([
    ['first@shop.example', true],
    ['second@shop.example', false],
  ]);
  await closeIdleConnections();
  expect(vi.getTimerCount()).toBe(0);
});
