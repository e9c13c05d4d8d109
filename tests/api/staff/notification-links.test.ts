import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeDueBackup } from '#server/operations/backups/backup-run.ts';
import { alertFailedMail } from '#server/operations/failed-mail-alert.ts';
import { checkStorage } from '#server/operations/watch-storage.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import type { OutgoingMail } from '#server/platform/mail/mail-transport.ts';
import { type OnFailedMail, sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { screens } from '#studio/app/screens.ts';
import { created, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { approvedOrder, openPaymentShop } from '#tests/support/payment-shop.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

const hour = 3_600_000;

type Shop = Pick<TestServices, 'database' | 'env'>;

/** A shop whose one staff member gets its mails. */
async function setUp(overrides: Parameters<typeof makeServices>[0] = {}) {
  const services = await makeServices(overrides);
  const app = createApp(services);
  await joinStudio(app, services);
  return { services, app };
}

/** The mails to the studio with this subject. */
const mailsOf = (services: Shop, subject: RegExp) =>
  queuedMails(services, { to: studioEmail, subject });

/** Where the button of the one mail with this subject leads, in the studio. */
async function linkIn(services: Shop, subject: RegExp): Promise<string> {
  const mails = await mailsOf(services, subject);
  expect(mails).toHaveLength(1);
  const [{ text, html } = { text: '', html: '' }] = mails;
  const links = text.match(/https?:\S+\/studio\S*/g) ?? [];
  expect(links).toHaveLength(1);
  const [link = ''] = links;
  expect(html).toContain(`<a href="${link}"`);
  const { origin, pathname } = new URL(link);
  expect(origin).toBe(services.env.publicUrl);
  const path = pathname.replace(/^\/studio/, '');
  const isScreen = screens.some((screen) => matchPath(screen.path, path) !== null);
  expect(isScreen || path === '/').toBe(true);
  return pathname;
}

test('the mail about a custom request leads to that request', async () => {
  const { services, app } = await setUp();
  await setStatus(services, 'On');

  const { data } = await created(app);

  expect(await linkIn(services, /custom request/i)).toBe(`/studio/customs/${data._id}`);
});

test('the mail about an order that needs review leads to that order', async () => {
  const shop = await openPaymentShop();
  await joinStudio(shop.app, shop.services);
  const { orderId } = await approvedOrder(shop, { price: 1200 });
  shop.provider.plan(
    'capture',
    altered((text) => text.replaceAll('"12.00"', '"11.99"')),
  );

  await shop.capture(orderId);

  expect(await linkIn(shop.services, /review/)).toBe(`/studio/orders/${orderId}`);
});

test('the mail about an e-mail that keeps failing leads to the list of them', async () => {
  const { services } = await setUp();
  await makeChange(services, (change) =>
    queueMail(change, { subject: 'Your receipt', text: '', html: '', recipient: 'ada@x.example' }),
  );
  const transport = {
    async send({ subject }: OutgoingMail) {
      if (subject === 'Your receipt') throw new Error('refused');
    },
  };
  const onFailed: OnFailedMail = (change, mail, failure) =>
    alertFailedMail(change, services.env, mail, failure);

  const attempt = async () => {
    while (await sendNext(services, transport, onFailed));
    services.pass(hour);
  };
  for (let attempts = 0; attempts < 5; attempts += 1) await attempt();
  // This one queues the notice.
  await sendNext(services, transport, onFailed);

  expect(await linkIn(services, /^An e-mail can’t be sent$/)).toBe('/studio/today');
});

test('the mail about a nearly full storage leads to the studio', async () => {
  const room = async () => ({ freeBytes: 812_000_000, totalBytes: 100e9 });
  const { services } = await setUp({ storage: await openStorageGauge('data', room) });

  await checkStorage(services);

  expect(await linkIn(services, /storage is nearly full/)).toBe('/studio/');
});

test('the mail about a failed backup says why and leads to what editors may open too, once a day', async () => {
  const { services: real } = await setUp();
  const services = {
    ...real,
    database: {
      ...real.database,
      copyTo: () => Promise.reject(Object.assign(new Error('disk'), { code: 'ENOSPC' })),
    },
  };
  const { signal } = new AbortController();
  const night = () => makeDueBackup(services, { mayBeNightly: true, signal });
  const mails = () => mailsOf(real, /^The last backup failed$/);
  // A day begins at night, by the server's clock: no night lies between the first two tries.
  while (real.clock().getHours() !== 12) real.pass(hour);

  await expect(night()).rejects.toThrow();
  real.pass(hour);
  await expect(night()).rejects.toThrow();

  expect(await linkIn(real, /^The last backup failed$/)).toBe('/studio/health');
  expect((await mails())[0]?.text).toContain('No backup was made. The disk is full.');
  real.pass(24 * hour);
  await expect(night()).rejects.toThrow();
  expect(await mails()).toHaveLength(2);
});
