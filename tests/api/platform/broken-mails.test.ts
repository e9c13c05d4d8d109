import { expect, it, onTestFinished } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { failedMails, retryFailedMails } from '#server/platform/mail/failed-mails.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { breakingMailServer, type MailBreak } from '#tests/support/breaking-mail-server.ts';
import { makeServices } from '#tests/support/make-services.ts';

const letter = { subject: 'Your receipt', text: 'Hello', html: '<p>Hello</p>' };
const minute = 60_000;

/** A shop with one mail to send to a server whose connections break. */
async function shopWith(breaks: MailBreak[]) {
  const server = await breakingMailServer(breaks);
  onTestFinished(() => server.close());
  const services = await makeServices({ settings: { SMTP_URL: server.url } });
  await makeChange(services, (change) =>
    queueMail(change, { ...letter, recipient: 'ada@shop.example' }),
  );
  const transport = mailTransport(services.env);
  return {
    received: server.received,
    /** Lets time pass, and sends what is due. */
    async pass(steps: number, ms = minute): Promise<void> {
      for (let step = 0; step < steps; step += 1) {
        services.pass(ms);
        while (await sendNext(services, transport));
      }
    },
    failed: () => failedMails(services.database.read, services.clock()),
    retry: () => makeChange(services, (change) => retryFailedMails(change)),
  };
}

const messageId = (text: string) => /^Message-ID: (\S+)/im.exec(text)?.[1];

it('a mail whose connection breaks in the middle arrives once, and meanwhile counts as failed', async () => {
  const { received, pass, failed } = await shopWith(['in the mail', 'in the mail']);
  await pass(1);
  expect([received, await failed()]).toEqual([
    [],
    [expect.objectContaining({ problem: expect.stringMatching(/ECONNECTION|ESOCKET|UNANSWERED/) })],
  ]);

  await pass(30);

  expect(received.map(({ to }) => to)).toEqual([['ada@shop.example']]);
  expect(await failed()).toEqual([]);
});

it('a mail whose answer is lost goes out again under its Message-ID, until it is answered', async () => {
  const { received, pass, failed } = await shopWith(['before its answer']);
  await pass(1);
  expect(await failed()).toEqual([
    expect.objectContaining({ problem: expect.stringMatching(/^UNANSWERED: .*may have arrived/) }),
  ]);

  await pass(30);

  expect(received).toHaveLength(2);
  expect(new Set(received.map(({ text }) => messageId(text))).size).toBe(1);
  expect(await failed()).toEqual([]);
});

it('a mail that is never answered is sent eight times, and then only by staff', async () => {
  const { received, pass, failed } = await shopWith(Array(9).fill('before its answer'));

  await pass(60);
  await pass(1, 5 * 86_400_000);

  expect(received).toHaveLength(8);
  expect(await failed()).toEqual([
    expect.objectContaining({
      nextTryAt: null,
      problem: expect.stringMatching(/^UNANSWERED: .*may have arrived/),
    }),
  ]);
});

it('a mail server that was away for two days uses up none of the eight sends without an answer', async () => {
  const away = Array<MailBreak>(12).fill('at once');
  const { received, pass, failed } = await shopWith([...away, 'before its answer']);

  await pass(200, 30 * minute);

  expect(received).toHaveLength(2);
  expect(await failed()).toEqual([]);
});

it('each retry by staff sends a mail that is never answered once', async () => {
  const { received, pass, failed, retry } = await shopWith(Array(20).fill('before its answer'));
  await pass(60);

  await retry();
  await pass(60);
  const once = received.length;
  await retry();
  await pass(60);

  expect([once, received.length]).toEqual([9, 10]);
  expect(await failed()).toMatchObject([{ nextTryAt: null }]);
});
