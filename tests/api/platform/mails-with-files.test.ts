import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { failedMails } from '#server/platform/mail/failed-mails.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { sendNext, startMailer } from '#server/platform/mail/mailer.ts';
import { mailWork } from '#server/platform/mail/outbox.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';

/** Mails with attachments, and those beside them, while files can't be read. */

const letter = { recipient: 'ada@shop.example', text: 't', html: 'h' };
const isAway = () => Promise.reject(new StoreUnreachable('The bucket', 'ECONNREFUSED'));

let services: TestServices;
let sent: string[];

beforeEach(async () => {
  services = await makeServices();
  sent = [];
});

const transport = {
  async send({ subject }: OutgoingMail) {
    sent.push(subject);
  },
};

async function queue(subject: string, ...pictures: readonly string[]): Promise<void> {
  const attachments = await Promise.all(
    pictures.map(async (name) => ({
      name,
      upload: await services.files.putUpload(Buffer.from(name)),
    })),
  );
  await makeChange(services, (change) => queueMail(change, { ...letter, subject, attachments }));
}

/** The shop with a file store that fails. */
function failing(methods: Partial<TestServices['files']>): TestServices {
  return { ...services, files: { ...services.files, ...methods } };
}

function tries() {
  return services.database.read
    .selectFrom('mailOutbox')
    .select(['attempts', 'lastProblem'])
    .execute();
}

describe('an outage of the file store', () => {
  test('uses up no attempt, however long it is, is shown, and the mail goes out soon after', async () => {
    await queue('request', 'a.jpg');
    const away = failing({ readUpload: isAway, check: isAway });
    const onFailed = vi.fn(async () => {});

    for (let round = 0; round < 50; round += 1) {
      expect(await sendNext(away, transport, onFailed)).toBe(false);
      services.pass(30_000);
    }

    expect(await tries()).toEqual([{ attempts: 0, lastProblem: 'attachments StoreUnreachable' }]);
    const { database, clock } = services;
    const shown = {
      subject: 'request',
      problem: 'attachments StoreUnreachable',
      nextTryAt: clock().toISOString(),
    };
    expect(await failedMails(database.read, clock())).toMatchObject([shown]);
    expect(onFailed).not.toHaveBeenCalled();
    await sendNext(services, transport);
    expect(sent).toEqual(['request']);
    expect(await failedMails(database.read, clock())).toEqual([]);
  });

  test('has one mail claimed at a time, not all that are due', async () => {
    await queue('one', 'a.jpg');
    await queue('two', 'b.jpg');
    const away = failing({ readUpload: isAway, check: isAway });

    await sendNext(away, transport);

    expect(await tries()).toEqual(
      expect.arrayContaining([
        { attempts: 0, lastProblem: 'attachments StoreUnreachable' },
        { attempts: 0, lastProblem: null },
      ]),
    );
  });

  test('takes no attempt from the process that has the mail now', async () => {
    await queue('request', 'a.jpg');
    const there = { ...services, database: await openAgain(services.env.dataDir) };
    atEndOfFile(() => there.database.close());
    const readUpload = async () => {
      for (let ms = 0; ms < 60_000; ms += 2000) {
        services.pass(2000);
        await claimNext(there, mailWork());
      }
      return isAway();
    };

    await sendNext(failing({ readUpload, check: isAway }), transport);

    expect(await tries()).toEqual([{ attempts: 2, lastProblem: null }]);
    expect(await sendNext(services, transport)).toBe(false);
  });
});

test('a file that can’t be read while others can counts as a failed attempt', async () => {
  await queue('request', 'a.jpg');

  await sendNext(failing({ readUpload: isAway }), transport);

  expect(await tries()).toEqual([{ attempts: 1, lastProblem: 'attachments StoreUnreachable' }]);
});

/** Lets the mailer look until it has sent as many mails; gives up at last, if it never does. */
async function untilSent(count: number): Promise<void> {
  for (let round = 0; round < 2000 && sent.length < count; round += 1) {
    await vi.advanceTimersByTimeAsync(2000);
    await tries();
  }
}

describe('the mailer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  });

  test('sends other mails while it reads the attachments of one', async () => {
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
    const readUpload = () => {
      begun.resolve();
      return mayEnd.promise;
    };
    await queue('request', 'a.jpg');
    const mailer = startMailer(failing({ readUpload }), transport);
    await vi.advanceTimersByTimeAsync(2000);
    await begun.promise;
    services.pass(1000);
    await queue('code');

    await untilSent(1);
    mayEnd.resolve(null);
    await mailer.stop();

    expect(sent).toEqual(['code', 'request']);
  });

  test('sends one mail after the other', async () => {
    await queue('request', 'a.jpg');
    await queue('code');
    let sending = 0;
    let most = 0;
    const mailer = startMailer(services, {
      async send(mail) {
        sending += 1;
        most = Math.max(most, sending);
        // Long enough for the other to be claimed, read and sent.
        for (let round = 0; round < 50; round += 1) {
          await tries();
          await services.files.check();
        }
        await transport.send(mail);
        sending -= 1;
      },
    });

    await untilSent(2);
    await mailer.stop();

    expect([sent.length, most]).toEqual([2, 1]);
  });
});
