import { describe, expect, test } from 'vitest';
import type { NotificationKind } from '#contract/studio/notifications.ts';
import { createApp } from '#server/app.ts';
import { alertFailedMail } from '#server/operations/failed-mail-alert.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { type OnFailedMail, sendNext } from '#server/platform/mail/mailer.ts';
import { mailWork } from '#server/platform/mail/outbox.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { notifyStudio, withdrawNotice } from '#server/staff/notifications/notify-studio.ts';
import { sendDigests } from '#server/staff/notifications/send-digests.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { approvedOrder, openPaymentShop } from '#tests/support/payment-shop.ts';
import { endpointOf, pushKeys, sendStaffPushes } from '#tests/support/pushes.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const mia = 'mia@studio.example';
const bo = 'bo@studio.example';
const hour = 3_600_000;
const letter = { subject: 'A letter', text: 'Text', html: '<p>Text</p>' };

/** A studio with one staff member; its clock starts at 09:00 UTC. */
async function setUp() {
  const services = await makeServices({ limitFactor: 1000 });
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services, mia);
  const recipients = async (subject: string) =>
    (await queuedMails(services))
      .filter((mail) => mail.subject === subject && mail.sentAt === null)
      .map(({ recipient }) => recipient);
  const notify = (kind: NotificationKind, subjectId = 'one') =>
    makeChange(services, (change) =>
      notifyStudio(change, services.env, {
        kind,
        subjectId,
        title: `News of ${kind}`,
        path: `/studio/${kind}/${subjectId}`,
        letter,
      }),
    );
  const choose = (kind: NotificationKind, mail: 'atOnce' | 'digest' | 'off', isPushed = false) =>
    callStudio(app, 'chooseNotification', { cookie, body: { kind, mail, isPushed } });
  const subscribe = (name: string, owner = cookie) =>
    callStudio(app, 'addPushDevice', {
      cookie: owner,
      body: { endpoint: endpointOf(name), keys: pushKeys, name },
    });
  const digests = async () => {
    await sendDigests(services);
    return queuedMails(services, { subject: /from your studio$/ });
  };
  return { services, app, cookie, recipients, notify, choose, subscribe, digests };
}

describe('a mail at once', () => {
  test('goes to each staff member who wants it, and to nobody who left', async () => {
    const { services, app, recipients, notify, choose } = await setUp();
    await joinStudio(app, services, bo);
    await joinStudio(app, services, 'gone@studio.example');
    await runCommand(services, ['dismiss', 'gone@studio.example']);
    await notify('order');
    await choose('review', 'off');
    await notify('review');

    expect(await recipients(letter.subject)).toEqual([mia, bo, bo]);
  });

  test('about a buyer who waits for approval leads to that buyer', async () => {
    const { services, app, cookie, choose } = await setUp();
    await choose('account', 'atOnce');
    await call(app, 'register', { body: registration() });
    const { answer } = await callStudio(app, 'buyers', { cookie, query: { status: 'pending' } });

    const mails = await queuedMails(services, { subject: /^A buyer is waiting for approval$/ });
    expect(mails.map(({ recipient }) => recipient)).toEqual([mia]);
    expect(mails[0]?.text).toContain(
      `${services.env.publicUrl}/studio/buyers/${answer.items[0]?.id}`,
    );
  });

  test.each([
    ['order', []],
    ['account', []],
    ['review', ['hello@pinwheel.example']],
    ['storage', ['hello@pinwheel.example']],
  ] as const)('about %s reaches, before anybody has an account, %j', async (kind, recipients) => {
    const services = await makeServices();
    await makeChange(services, (change) =>
      notifyStudio(change, services.env, { kind, subjectId: 'one', title: '', path: '/', letter }),
    );

    const mails = await queuedMails(services);
    expect(mails.map(({ recipient }) => recipient)).toEqual(recipients);
  });

  test('goes once to a designer who is staff, and to a designer without an account', async () => {
    const { services, recipients, notify } = await setUp();
    const designers = [
      { name: 'Mia', email: 'Mia@studio.example' },
      { name: 'Clementine', email: 'clementine@studio.example' },
    ];
    await makeChange(services, (change) =>
      writeSetting(change, 'studio', {
        name: 'Pinwheel',
        designers,
        socialLink: '',
        termsVersion: '1',
      }),
    );
    await notify('review');

    expect(await recipients(letter.subject)).toEqual([mia, 'clementine@studio.example']);
    await runCommand(services, ['dismiss', mia]);
    expect(await recipients(letter.subject)).toEqual(['clementine@studio.example']);
    await notify('backup');
    expect(await recipients(letter.subject)).toEqual(Array(2).fill('clementine@studio.example'));
  });

  test('is queued only if the event is stored', async () => {
    const { services, recipients } = await setUp();
    const notice = { kind: 'order', subjectId: 'one', title: '', path: '/', letter } as const;
    const failing = makeChange(services, async (change) => {
      await notifyStudio(change, services.env, notice);
      throw new Error('the event failed');
    });

    await expect(failing).rejects.toThrow('the event failed');
    expect(await recipients(letter.subject)).toEqual([]);
  });
});

describe('the daily digest', () => {
  test('has what waited at its time of day, once, and is not sent without anything', async () => {
    const { services, notify, choose, digests } = await setUp();
    await choose('order', 'digest');
    await choose('account', 'digest');
    await notify('order', 'first');
    await notify('account', 'second');
    expect(await digests()).toEqual([]);
    services.pass(22 * hour + 59 * 60_000);
    expect(await digests()).toEqual([]);

    services.pass(60_000);
    await notify('order', 'after eight');
    const sent = await digests();
    expect(sent).toMatchObject([
      {
        recipient: mia,
        subject: '2 updates from your studio',
        text: expect.stringMatching(
          /News of order: http:\/\/localhost:\d+\/studio\/order\/first\n\nNews of account: http/,
        ),
        html: expect.stringMatching(
          /<a href="http:\/\/localhost:\d+\/studio\/order\/first"[^>]*>News of order<\/a>/,
        ),
      },
    ]);
    expect(sent[0]?.text).not.toContain('after eight');
    services.pass(hour);
    expect(await digests()).toHaveLength(1);
    services.pass(48 * hour);
    expect(await digests()).toHaveLength(2);
  });

  test('follows the time of day and the time zone in the settings', async () => {
    const { app, cookie, notify, choose, digests, services } = await setUp();
    await choose('account', 'digest');
    await callStudio(app, 'setDigestTime', { cookie, body: { time: '12:00' } });
    await callStudio(app, 'setTimeZone', {
      cookie,
      body: { from: 'UTC', timeZone: 'Europe/Berlin' },
    });
    await notify('account');

    services.pass(2 * hour - 1);
    expect(await digests()).toEqual([]);
    services.pass(2);
    expect(await digests()).toHaveLength(1);
  });

  test('keeps its time of day when clocks change', async () => {
    const { app, cookie, notify, choose, digests, services } = await setUp();
    await choose('account', 'digest');
    await callStudio(app, 'setTimeZone', {
      cookie,
      body: { from: 'UTC', timeZone: 'Europe/Berlin' },
    });
    const sentBy = async (at: string) => {
      services.pass(Date.parse(at) - services.clock().getTime());
      return (await digests()).length;
    };
    await sentBy('2026-03-28T01:00:00.000Z');
    await notify('account', 'winter');
    const winter = [
      await sentBy('2026-03-28T06:59:00.000Z'),
      await sentBy('2026-03-28T07:01:00.000Z'),
    ];
    await sentBy('2026-03-29T01:30:00.000Z');
    await notify('account', 'summer');
    const summer = [
      await sentBy('2026-03-29T05:59:00.000Z'),
      await sentBy('2026-03-29T06:01:00.000Z'),
    ];

    expect([winter, summer]).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test('leaves out what is done by then, and what somebody switched off', async () => {
    const { services, notify, choose, digests } = await setUp();
    await choose('order', 'digest');
    await choose('account', 'digest');
    await notify('account', 'decided');
    await notify('order');
    await choose('order', 'off');
    await services.database.write((tx) => withdrawNotice(tx, 'account', 'decided'));
    services.pass(24 * hour);

    expect(await digests()).toEqual([]);
  });

  test('is sent once by two processes at the same time', async () => {
    const { services, notify, choose, digests } = await setUp();
    await choose('account', 'digest');
    await notify('account');
    services.pass(24 * hour);

    await Promise.all([sendDigests(services), sendDigests(services)]);

    expect(await digests()).toHaveLength(1);
  });
});

describe('a push', () => {
  test('goes to every device of those who want it, without personal data', async () => {
    const { services, app, notify, choose, subscribe } = await setUp();
    await subscribe('phone');
    await subscribe('laptop');
    await signUp(services, { email: 'waiting@shop.example', status: 'pending' });
    await notify('request');
    await choose('order', 'atOnce', false);
    await notify('order');

    const sent = await sendStaffPushes(services);
    expect(sent.map(({ name }) => name).sort()).toEqual(['laptop', 'phone']);
    expect(sent[0]?.message).toEqual({
      title: 'News of request',
      path: '/studio/request/one',
      tag: 'request:one',
      icon: expect.stringMatching(/^\/icons\/.+\.png$/),
      waiting: 1,
    });
    await call(app, 'register', { body: registration() });
    const [push] = await sendStaffPushes(services);
    expect(JSON.stringify(push)).not.toMatch(/Ada|Sewell|adasews|shop\.example/);
  });

  test('is one for all buyers who wait, with their number when it is sent', async () => {
    const { services, app, cookie, subscribe } = await setUp();
    await subscribe('phone');
    for (let count = 1; count <= 20; count += 1) {
      const email = `buyer-${count}@shop.example`;
      await call(app, 'register', { body: { ...registration(), email } });
    }
    const { answer } = await callStudio(app, 'buyers', { cookie, query: { status: 'pending' } });
    const params = { buyerId: answer.items[0]?.id ?? '' };
    const body = { status: 'approved', from: 'pending' } as const;
    await callStudio(app, 'decideBuyer', { cookie, params, body });

    const sent = await sendStaffPushes(services);
    expect(sent.map(({ message }) => [message.tag, message.title, message.path])).toEqual([
      ['account', '19 buyers are waiting for approval', '/studio/buyers?status=pending'],
    ]);
  });

  test('about the only buyer who waits opens that buyer', async () => {
    const { services, app, cookie, subscribe } = await setUp();
    await subscribe('phone');
    await call(app, 'register', { body: registration() });
    const { answer } = await callStudio(app, 'buyers', { cookie, query: { status: 'pending' } });

    const [sent] = await sendStaffPushes(services);

    expect(sent?.message).toMatchObject({
      title: 'A buyer is waiting for approval',
      path: `/studio/buyers/${answer.items[0]?.id}`,
    });
  });

  test('about buyers who wait is sent every 15 minutes at most, and the first at once', async () => {
    const { services, app, subscribe } = await setUp();
    await subscribe('phone');
    let signUps = 0;
    const titlesAfter = async (ms: number) => {
      services.pass(ms);
      signUps += 1;
      const email = `buyer-${signUps}@shop.example`;
      await call(app, 'register', { body: { ...registration(), email } });
      return (await sendStaffPushes(services)).map(({ message }) => message.title);
    };

    expect(await titlesAfter(0)).toEqual(['A buyer is waiting for approval']);
    for (let minute = 1; minute <= 14; minute += 1) expect(await titlesAfter(60_000)).toEqual([]);
    services.pass(60_000);
    const later = await sendStaffPushes(services);
    expect(later.map(({ message }) => message.title)).toEqual([
      '15 buyers are waiting for approval',
    ]);
  });

  test('about buyers who wait is not put off by one more sign-up before it is sent', async () => {
    const { services, app, subscribe } = await setUp();
    await subscribe('phone');
    for (const email of ['first@shop.example', 'second@shop.example']) {
      await call(app, 'register', { body: { ...registration(), email } });
      services.pass(1000);
    }

    const sent = await sendStaffPushes(services);
    expect(sent.map(({ message }) => message.title)).toEqual(['2 buyers are waiting for approval']);
  });

  test('is not sent for a task that was done in the meantime', async () => {
    const { services, app, cookie, subscribe } = await setUp();
    await subscribe('phone');
    await call(app, 'register', { body: registration() });
    const { answer } = await callStudio(app, 'buyers', { cookie, query: { status: 'pending' } });
    const params = { buyerId: answer.items[0]?.id ?? '' };
    const body = { status: 'approved', from: 'pending' } as const;
    await callStudio(app, 'decideBuyer', { cookie, params, body });

    expect(await sendStaffPushes(services)).toEqual([]);
  });

  test('reaches nobody who was removed from the studio, or whose account was reset', async () => {
    const { services, app, notify, subscribe } = await setUp();
    await subscribe('phone');
    await notify('review');
    await runCommand(services, ['dismiss', mia]);
    expect(await sendStaffPushes(services)).toEqual([]);

    const { cookie } = await joinStudio(app, services, mia);
    await subscribe('phone', cookie);
    await notify('review');
    await runCommand(services, ['invite', mia]);
    expect(await sendStaffPushes(services)).toEqual([]);
  });

  test('is sent to a browser for its last user only, and to at most ten per person', async () => {
    const { services, app, cookie, notify, subscribe } = await setUp();
    const other = await joinStudio(app, services, bo);
    await subscribe('shared');
    await subscribe('shared', other.cookie);
    for (let place = 0; place < 12; place += 1) {
      services.pass(1000);
      await subscribe(`browser-${place}`);
    }
    await callStudio(app, 'removePushDevice', {
      cookie: other.cookie,
      body: { endpoint: endpointOf('browser-5') },
    });
    const removed = await callStudio(app, 'removePushDevice', {
      cookie,
      body: { endpoint: endpointOf('browser-6') },
    });
    expect(removed.answer.devices.map(({ name }) => name)).not.toContain('browser-6');
    await notify('review');

    const names = (await sendStaffPushes(services)).map(({ name }) => name).sort();
    expect(names).toHaveLength(10);
    expect(names).toContain('shared');
    expect(names).toContain('browser-5');
    expect(names).not.toContain('browser-1');
  });

  test('goes to the new endpoint of a browser whose subscription was renewed or had ended', async () => {
    const { services, app, cookie, notify, subscribe } = await setUp();
    const renew = async (from: string, to?: string) => {
      const renewed = to !== undefined && { endpoint: endpointOf(to), keys: pushKeys };
      const body = { replaces: endpointOf(from), ...renewed };
      return (await callStudio(app, 'renewPushDevice', { cookie, body })).answer;
    };
    await subscribe('phone');
    await notify('order', 'queued');
    expect(await renew('phone', 'renewed')).toMatchObject({ isKnown: true, isGone: false });
    const queued = await sendStaffPushes(services, () => 'gone');
    expect(queued.map(({ name }) => name)).toEqual(['renewed']);
    await notify('order', 'missed');
    expect(await sendStaffPushes(services)).toEqual([]);
    const { answer } = await callStudio(app, 'notifications', { cookie });
    expect(answer.devices).toMatchObject([{ name: 'phone', isGone: true }]);

    const { pushKey, ...looked } = await renew('renewed');
    expect(looked).toEqual({ isKnown: true, isGone: true });
    expect(pushKey).toBe(answer.pushKey);
    await renew('renewed', 'again');

    await notify('order', 'heard');
    expect((await sendStaffPushes(services)).map(({ name }) => name)).toEqual(['again']);
    const body = { endpoint: endpointOf('again') };
    await callStudio(app, 'removePushDevice', { cookie, body });
    expect(await renew('again', 'revived')).toMatchObject({ isKnown: false });
  });

  test('goes to no address that is not a push service’s', async () => {
    const { app, cookie } = await setUp();
    const body = { endpoint: 'https://127.0.0.1/a', keys: pushKeys, name: 'phone' };

    const { status } = await studioRefused(app, 'addPushDevice', { cookie, body });

    expect(status).toBe(422);
  });
});

describe('the studio is notified', () => {
  test('of a new order with its items, and not twice', async () => {
    const shop = await openPaymentShop();
    await joinStudio(shop.app, shop.services, mia);
    const { orderId } = await approvedOrder(shop, { price: 1200 });
    await shop.capture(orderId);
    await shop.capture(orderId);

    const mails = await shop.mailsTo(mia);
    const orders = mails.filter(({ subject }) => /^New order PW-.+: \$12\.00$/.test(subject));
    expect(orders).toHaveLength(1);
    expect(orders[0]?.text).toContain(`/studio/orders/${orderId}`);
  });

  test('of an account that waits for approval', async () => {
    const { app, services, recipients, digests } = await setUp();
    await call(app, 'register', { body: registration() });

    expect(await recipients('A buyer is waiting for approval')).toEqual([mia]);
    services.pass(24 * hour);
    expect(await digests()).toEqual([]);
  });

  test('once of a mail that keeps failing, but not of its own mails', async () => {
    const { services } = await setUp();
    const to = { ...letter, recipient: 'ada@shop.example' };
    await makeChange(services, (change) => queueMail(change, { ...to, subject: 'Your receipt' }));
    const transport = {
      async send({ subject }: OutgoingMail) {
        if (!subject.includes('invitation')) throw new Error('refused');
      },
    };
    const onFailed: OnFailedMail = (change, mail, failure) =>
      alertFailedMail(change, services.env, mail, failure);
    for (let round = 0; round < 40; round += 1) {
      while (await sendNext(services, transport, onFailed));
      services.pass(6 * hour);
    }

    const notified = await services.database.read
      .selectFrom('notifications')
      .select(['kind', 'path'])
      .execute();
    expect(notified).toEqual([{ kind: 'mail', path: '/studio/today' }]);
  });

  test('of a failing mail, even if the shop is killed at the attempt that counts as failed', async () => {
    const { services } = await setUp();
    const to = { ...letter, recipient: 'ada@shop.example' };
    await makeChange(services, (change) => queueMail(change, { ...to, subject: 'Your receipt' }));
    const transport = {
      async send({ subject }: OutgoingMail) {
        if (!subject.includes('invitation')) throw new Error('refused');
      },
    };
    const onFailed: OnFailedMail = (change, mail, failure) =>
      alertFailedMail(change, services.env, mail, failure);
    const noticed = async () =>
      (await services.database.read.selectFrom('notifications').select('kind').execute()).length;
    for (let round = 1; round <= 5; round += 1) {
      while (await sendNext(services, transport, onFailed));
      services.pass(hour);
    }
    // Killed while it sends: the attempt is counted, and nothing is recorded.
    while (await claimNext(services, mailWork()));
    expect(await noticed()).toBe(0);
    for (let look = 1; look <= 6; look += 1) {
      services.pass(hour);
      while (await sendNext(services, transport, onFailed));
    }

    expect(await noticed()).toBe(1);
  });
});
