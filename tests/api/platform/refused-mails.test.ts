import { expect, onTestFinished, test } from 'vitest';
import { alertFailedMail, alertFailedMails } from '#server/operations/failed-mail-alert.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { failedMails, retryFailedMails } from '#server/platform/mail/failed-mails.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { mailTransport, verifyMailServer } from '#server/platform/mail/mail-transport.ts';
import { type OnFailedMail, sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { localMailServer } from '#tests/support/local-mail-server.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { studioEmail } from '#tests/support/payment-shop.ts';

const letter = { subject: 'Your receipt', text: 'Hello', html: '<p>Hello</p>' };

async function queue(services: TestServices, recipient: string, expiresAt?: Date): Promise<void> {
  await makeChange(services, (change) =>
    queueMail(change, { ...letter, recipient, ...(expiresAt && { expiresAt }) }),
  );
}

/** A server with greylisting: it takes a mail only this long after it first saw it. */
function greylisting(services: TestServices, delayMs: number) {
  const seen = new Map<string, number>();
  const sent: { readonly recipient: string; readonly afterMs: number }[] = [];
  return {
    sent,
    async send({ recipient }: OutgoingMail) {
      const now = services.clock().getTime();
      const first = seen.get(recipient) ?? now;
      seen.set(recipient, first);
      if (now - first < delayMs) {
        throw Object.assign(new Error('greylisted'), {
          ...{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 },
          response: '450 4.2.0 Greylisted, see postgrey',
        });
      }
      sent.push({ recipient, afterMs: now - first });
    },
  };
}

test('a recipient that the mail server refuses is tried once, and staff read why', async () => {
  const server = await localMailServer(['gone@shop.example']);
  onTestFinished(() => server.close());
  const services = await makeServices({ settings: { SMTP_URL: server.url } });
  const onFailed: OnFailedMail = (change, mail, failure) =>
    alertFailedMail(change, services.env, mail, failure);
  await queue(services, 'gone@shop.example');
  await queue(services, 'ada@shop.example');

  const transport = mailTransport(services.env);
  while (await sendNext(services, transport, onFailed));
  services.pass(100 * 3_600_000);
  while (await sendNext(services, transport, onFailed));

  expect(server.received.map(({ to }) => to)).toEqual([['ada@shop.example'], [studioEmail]]);
  const notice = server.received[1]?.text.replace(/=\r\n/g, '');
  expect(notice).toContain('try again by itself');
  expect(notice).toContain('EENVELOPE 550: no such user');
  expect(await failedMails(services.database.read, services.clock())).toMatchObject([
    { recipient: 'gone@shop.example', problem: 'EENVELOPE 550: no such user', nextTryAt: null },
  ]);
});

test('hundreds of refused addresses are one notice an hour, which counts them, and all are listed', async () => {
  const transport = {
    async send({ recipient }: OutgoingMail) {
      if (recipient === studioEmail) return;
      throw Object.assign(new Error('refused'), {
        ...{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 },
        response: '550 5.1.1 User unknown',
      });
    },
  };
  const services = await makeServices();
  const { database, env, clock } = services;
  for (let buyer = 0; buyer < 300; buyer += 1) await queue(services, `${buyer}@shop.example`);
  const onFailed: OnFailedMail = (change, mail, failure) =>
    alertFailedMail(change, env, mail, failure);
  const later = () => makeChange(services, (change) => alertFailedMails(change, env));

  while (await sendNext(services, transport, onFailed));
  for (let minutes = 0; minutes < 180; minutes += 1) {
    services.pass(60_000);
    await later();
  }

  const notices = await database.read
    .selectFrom('mailOutbox')
    .select(['subject', 'text'])
    .where('news', '=', 'staff')
    .orderBy('createdAt')
    .execute();
  expect(notices.map(({ subject }) => subject)).toEqual([
    'An e-mail can’t be sent',
    '299 e-mails can’t be sent',
  ]);
  expect(notices[1]?.text).toContain('@shop.example, and 289 more. Reason: EENVELOPE 550');
  expect(await failedMails(database.read, clock())).toHaveLength(300);
});

test('staff can have a refused mail tried again', async () => {
  const unknown = ['gone@shop.example'];
  const server = await localMailServer(unknown);
  onTestFinished(() => server.close());
  const services = await makeServices({ settings: { SMTP_URL: server.url } });
  await queue(services, 'gone@shop.example');
  const transport = mailTransport(services.env);
  while (await sendNext(services, transport));
  unknown.length = 0;

  await makeChange(services, (change) => retryFailedMails(change));
  while (await sendNext(services, transport));

  expect(server.received).toHaveLength(1);
});

test.each([
  ['a minute', 60_000, 60_000],
  ['five minutes', 300_000, 300_000],
])(
  'greylisting of %s delays a mail no longer, and staff hear nothing',
  async (_, delayMs, most) => {
    const services = await makeServices();
    const transport = greylisting(services, delayMs);
    const told: string[] = [];
    const onFailed: OnFailedMail = async (change, mail, failure) => {
      told.push(failure.problem);
      await alertFailedMail(change, services.env, mail, failure);
    };
    await queue(services, 'ada@shop.example');
    // A code is valid for two minutes.
    await queue(services, 'code@shop.example', new Date(services.clock().getTime() + 120_000));

    for (let ms = 0; ms <= delayMs + 10_000; ms += 2000) {
      while (await sendNext(services, transport, onFailed));
      services.pass(2000);
    }

    expect(transport.sent).toContainEqual({ recipient: 'ada@shop.example', afterMs: most });
    const code = transport.sent.find(({ recipient }) => recipient.startsWith('code'));
    expect(code?.afterMs).toBe(delayMs < 120_000 ? most : undefined);
    expect(told[0]).toBe('EENVELOPE 450: 4.2.0 Greylisted, see postgrey');
    expect(await services.database.read.selectFrom('notifications').select('id').execute()).toEqual(
      [],
    );
    expect(transport.sent.map(({ recipient }) => recipient)).not.toContain(studioEmail);
  },
);

test('any certificate will do on this machine, so Debian’s Postfix can be used as it is', async () => {
  const server = await localMailServer([], true);
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST']) {
    const services = await makeServices({ settings: { SMTP_URL: `smtp://${host}:${port}` } });
    await queue(services, 'ada@shop.example');

    await verifyMailServer(services.env.smtpUrl ?? '');
    await sendNext(services, mailTransport(services.env));
  }

  expect(server.received).toHaveLength(3);
});

test('a sent mail that the database refuses to record is sent once, shown, and holds up no other', async () => {
  const services = await makeServices();
  await queue(services, 'ada@shop.example');
  await queue(services, 'eve@shop.example');
  const { database } = services;
  const refusing = {
    ...services,
    database: {
      ...database,
      write: ((work, owner) =>
        database.write(async (tx) => {
          const result = await work(tx);
          const [recorded] = await tx
            .selectFrom('mailOutbox')
            .select('id')
            .where('recipient', '=', 'ada@shop.example')
            .where('sentAt', 'is not', null)
            .execute();
          if (recorded) throw Object.assign(new Error('refused'), { code: '23514' });
          return result;
        }, owner)) satisfies typeof database.write,
    },
  };
  const sent: string[] = [];
  const transport = { send: async ({ recipient }: OutgoingMail) => void sent.push(recipient) };

  while (await sendNext(refusing, transport));
  services.pass(100 * 3_600_000);
  while (await sendNext(refusing, transport));

  expect(sent.toSorted()).toEqual(['ada@shop.example', 'eve@shop.example']);
  const failed = await failedMails(database.read, services.clock());
  expect(failed).toMatchObject([
    { recipient: 'ada@shop.example', problem: expect.stringContaining('23514'), nextTryAt: null },
  ]);
  const retry = (id?: string) => makeChange(services, (change) => retryFailedMails(change, id));
  // Its reader has it: only staff who mean this one have it sent again.
  expect(await retry()).toBe(0);
  expect(await retry(failed[0]?.id)).toBe(1);
});
