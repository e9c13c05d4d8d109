import { spawnSync } from 'node:child_process';
import type { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import type { HealthCheck } from '#contract/studio/health.ts';
import { createApp } from '#server/app.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import type { Check, Patient } from '#server/operations/doctor/finding.ts';
import { runChecks } from '#server/operations/doctor/run-checks.ts';
import { sendTestNotice } from '#server/operations/doctor/test-notice.ts';
import type { ProviderResult, ProviderWebhook } from '#server/orders/payments/gateway.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openStorageGauge } from '#server/platform/files/storage-gauge.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { readSetting, writeSetting } from '#server/platform/settings/settings.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const hour = 3_600_000;
const live = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  PAYPAL_CLIENT_ID: 'A'.repeat(80),
  PAYPAL_CLIENT_SECRET: 'A'.repeat(80),
  PAYPAL_WEBHOOK_ID: '5GP028458E2496506',
};

/** A network in which PayPal answers with the services' time, and `shop` at the shop's address. */
function network(services: TestServices, shop = createApp(services)): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    if (url.hostname === 'shop.test') return shop.request(url.pathname + url.search, init);
    return new Response(null, { headers: { Date: services.clock().toUTCString() } });
  };
}

async function check(
  services: TestServices,
  id: HealthCheck['id'],
  changes: Partial<Patient> = {},
): Promise<Pick<HealthCheck, 'state' | 'text'>> {
  const found = await runChecks({ ...services, fetch: network(services), ...changes });
  const { state, text, advice } = found.find((each) => each.id === id) as HealthCheck;
  // Whatever needs attention says what to do.
  expect(advice !== null).toBe(state === 'warning' || state === 'fault');
  return { state, text };
}

test('a shop that is only tried out has no faults, and its stand-ins are practice', async () => {
  const services = await makeServices();

  const found = await runChecks({ ...services, fetch: network(services) });

  expect(Object.fromEntries(found.map(({ id, state }) => [id, state]))).toEqual({
    mail: 'practice',
    inbox: 'ok',
    payments: 'practice',
    webhook: 'practice',
    address: 'practice',
    proxy: 'ok',
    clock: 'practice',
    database: 'ok',
    files: 'ok',
    storage: 'ok',
    backup: 'practice',
    failedMails: 'ok',
  });
});

test('what the shop warns of at start, the doctor finds too', async () => {
  const services = await makeServices({
    settings: { NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' },
  });

  expect(await check(services, 'mail')).toMatchObject({ state: 'fault', text: /^SMTP_URL is not/ });
  expect(await check(services, 'payments')).toMatchObject({ state: 'warning' });
  expect(await check(services, 'address')).toMatchObject({ state: 'fault' });
});

test('an unreachable mail server is a fault', async () => {
  const services = await makeServices({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } });

  const { state, text } = await check(services, 'mail');

  expect(state).toBe('fault');
  expect(text).toMatch(/ECONNREFUSED|ESOCKET/);
});

test('refused credentials of the payment provider are a fault', async () => {
  const services = await makeServices({ settings: live });
  expect(await check(services, 'payments')).toMatchObject({ state: 'ok' });
  const gateway = {
    ...services.gateway,
    checkCredentials: async () =>
      ({ kind: 'denied', issue: 'invalid_client', status: 401 }) as const,
  };

  expect(await check(services, 'payments', { gateway })).toEqual({
    state: 'fault',
    text: 'PayPal can’t be used: invalid_client.',
  });
});

test('a payment without a notice since is a warning', async () => {
  const services = await makeServices({ settings: live });
  expect(await check(services, 'webhook')).toMatchObject({ state: 'ok' });
  const paidAt = services.clock().toISOString();
  const { id } = await signUp(services);
  await addOrder(services, { accountId: id, productIds: [await addProduct(services)] });
  services.pass(7 * hour);

  expect(await check(services, 'webhook')).toMatchObject({ state: 'warning' });
  await makeChange(services, (change) => writeSetting(change, 'webhookSeenAt', paidAt));
  expect(await check(services, 'webhook')).toMatchObject({ state: 'ok' });
});

describe('the webhook as it is set up at the provider', () => {
  const url = 'https://shop.test/api/payments/webhook';
  const needed = [
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ];

  test.each<[string, ProviderResult<ProviderWebhook | null>, HealthCheck['state'], RegExp]>([
    ['is right', { kind: 'ok', value: { url, types: needed } }, 'ok', /No payment yet/],
    ['is unknown there', { kind: 'ok', value: null }, 'fault', /knows no webhook with the id/],
    [
      'leads elsewhere',
      { kind: 'ok', value: { url: 'https://old.test/hook', types: ['*'] } },
      'fault',
      /sends its notices to https:\/\/old\.test\/hook/,
    ],
    [
      'lacks notices',
      { kind: 'ok', value: { url, types: needed.slice(0, 4) } },
      'warning',
      /needs: CUSTOMER\.DISPUTE\.CREATED, CUSTOMER\.DISPUTE\.RESOLVED\./,
    ],
    ['can’t be read', { kind: 'unknown', reason: 'status 503' }, 'warning', /asked .* status 503/],
  ])('%s', async (_, webhook, state, text) => {
    const services = await makeServices({ settings: live });
    services.gateway.webhook = webhook;

    expect(await check(services, 'webhook')).toEqual({
      state,
      text: expect.stringMatching(text),
    });
  });
});

describe('a test notice', () => {
  const soon = { withinMs: 30, everyMs: 10 };
  const post = (app: Hono, url: string) => {
    const { pathname, search } = new URL(url);
    return app.request(pathname + search, { method: 'POST', body: '{}' });
  };

  test('that the provider delivers is noted without a valid signature, once', async () => {
    const services = await makeServices({ settings: live });
    const app = createApp(services);
    const asked: string[] = [];
    services.gateway.deliver = async (url) => {
      asked.push(url);
      const { status } = await post(app, url);
      return status === 200 ? { kind: 'ok', value: null } : { kind: 'unknown', reason: 'refused' };
    };

    const found = await sendTestNotice({ ...services, fetch: network(services) }, soon);

    expect(found).toEqual({ state: 'ok', text: 'PayPal’s test notice arrived.', advice: null });
    expect(asked[0]).toMatch(/^https:\/\/shop\.test\/api\/payments\/webhook\?test=[0-9a-f]{32}$/);
    expect(services.gateway.calls).toEqual([]);
    const forged = await post(app, `https://shop.test/api/payments/webhook?test=${'0'.repeat(32)}`);
    expect(forged.status).toBe(403);
  });

  test('that doesn’t arrive, or isn’t sent, is a fault', async () => {
    const services = await makeServices({ settings: live });
    const patient = { ...services, fetch: network(services) };

    expect(await sendTestNotice(patient, soon)).toMatchObject({
      state: 'fault',
      text: 'PayPal’s test notice didn’t arrive within 0 seconds.',
    });
    services.gateway.deliver = async () => ({
      kind: 'refused',
      issue: 'VALIDATION_ERROR',
      status: 400,
    });
    expect(await sendTestNotice(patient, soon)).toMatchObject({
      state: 'fault',
      text: 'PayPal won’t send a test notice to https://shop.test/api/payments/webhook: VALIDATION_ERROR.',
      advice: expect.stringContaining('PUBLIC_URL'),
    });
    services.gateway.deliver = async () => ({ kind: 'unknown', reason: 'no answer' });
    expect(await sendTestNotice(patient, soon)).toEqual({
      state: 'fault',
      text: 'PayPal couldn’t be asked for a test notice: no answer.',
      advice:
        'Try again later. If the problem continues, check the credentials and this server’s connection.',
    });
  });

  test('isn’t asked for in practice mode', async () => {
    const services = await makeServices();

    expect(await sendTestNotice({ ...services, fetch: network(services) }, soon)).toMatchObject({
      state: 'practice',
    });
  });
});

/** The shop's network with a proxy in front of the shop, which adds these headers. */
function networkBehind(services: TestServices, added: Readonly<Record<string, string>>) {
  const direct = network(services);
  return (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    for (const [name, value] of Object.entries(added)) request.headers.set(name, value);
    return direct(request.url, { ...init, headers: request.headers });
  };
}

describe('a proxy', () => {
  test.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto'])(
    'that adds %s is a fault unless it is trusted',
    async (header) => {
      const services = await makeServices({ settings: live });
      const headers = { [header]: '203.0.113.9' };

      expect(await check(services, 'proxy', { fetch: networkBehind(services, headers) })).toEqual({
        state: 'fault',
        text: expect.stringContaining('TRUST_PROXY doesn’t name'),
      });
      expect(
        await check(services, 'address', { fetch: networkBehind(services, headers) }),
      ).toMatchObject({ state: 'ok' });
    },
  );

  const trusting = { ...live, TRUST_PROXY: '127.0.0.1,10.0.0.0/8' };

  test.each([
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Forwarded-For', 'an invention, [2001:db8::7]:4000'],
    // From this machine, or over another proxy that is trusted.
    ['X-Forwarded-For', '127.0.0.1, 10.1.2.3'],
  ])('that is trusted, and sends %s: %s, says who its visitors are', async (name, value) => {
    const services = await makeServices({ settings: trusting });
    const fetch = networkBehind(services, { [name]: value });

    expect(await check(services, 'proxy', { fetch })).toMatchObject({ state: 'ok' });
  });

  test.each([
    {},
    { Forwarded: 'for=203.0.113.9' },
    { 'X-Real-IP': '203.0.113.9' },
    { 'X-Forwarded-For': '' },
    { 'X-Forwarded-For': '203.0.113.9, unknown' },
  ])('that is trusted, and sends %o, is a fault', async (headers) => {
    const services = await makeServices({ settings: trusting });
    const fetch = networkBehind(services, headers);

    expect(await check(services, 'proxy', { fetch })).toEqual({
      state: 'fault',
      text: expect.stringContaining('doesn’t tell the shop who its visitors are'),
    });
    expect(await check(services, 'address', { fetch })).toMatchObject({ state: 'ok' });
  });

  test.each(['CF-Connecting-IP', 'True-Client-IP', 'Fastly-Client-IP'])(
    'that takes the CDN for the visitor, which %s names, is a fault',
    async (header) => {
      const services = await makeServices({ settings: trusting });
      const sent = (address: string) => ({ 'X-Forwarded-For': address, [header]: '203.0.113.9' });
      const of = (address: string) =>
        check(services, 'proxy', { fetch: networkBehind(services, sent(address)) });

      expect(await of('198.51.100.7')).toEqual({
        state: 'fault',
        text: expect.stringContaining('takes the CDN before it for the visitor'),
      });
      expect(await of('203.0.113.9')).toMatchObject({ state: 'ok' });
    },
  );

  test('is not asked for if the shop is reached without one, or not at all', async () => {
    const services = await makeServices({ settings: live });
    const away = () => Promise.reject(new TypeError('fetch failed'));

    expect(await check(services, 'proxy')).toMatchObject({ state: 'ok' });
    expect(await check(services, 'proxy', { fetch: away })).toMatchObject({ state: 'ok' });
  });
});

describe('the public address', () => {
  test('is right only if this very shop answers there', async () => {
    const services = await makeServices({ settings: live });
    const another = createApp(await makeServices());

    expect(await check(services, 'address')).toMatchObject({ state: 'ok' });
    expect(await check(services, 'address', { fetch: network(services, another) })).toEqual({
      state: 'fault',
      text: 'Another shop or site answers at https://shop.test.',
    });
    const broken = async () => new Response('Bad gateway', { status: 502 });
    expect(await check(services, 'address', { fetch: broken })).toEqual({
      state: 'fault',
      text: 'https://shop.test answers with status 502.',
    });
    const nowhere = () =>
      Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }));
    expect(await check(services, 'address', { fetch: nowhere })).toMatchObject({ state: 'fault' });
  });

  test('without encryption is a warning', async () => {
    const services = await makeServices({ settings: { ...live, PUBLIC_URL: 'http://shop.test' } });

    expect(await check(services, 'address')).toMatchObject({ state: 'warning' });
  });
});

test.each([
  [29_000, 'ok'],
  [32_000, 'warning'],
  [-32_000, 'warning'],
  [6 * 60_000, 'fault'],
])('a clock that is off by %i ms is %s', async (offMs, state) => {
  const services = await makeServices({ settings: live });
  const date = new Date(services.clock().getTime() + offMs).toUTCString();
  const off = async () => new Response(null, { headers: { Date: date } });

  expect((await check(services, 'clock', { fetch: off })).state).toBe(state);
});

test('a missing, late or failed backup is found', async () => {
  const services = await makeServices({ settings: live });
  expect(await check(services, 'backup')).toMatchObject({ state: 'warning' });

  await makeBackupNow(services);
  expect(await check(services, 'backup')).toMatchObject({ state: 'ok' });
  services.pass(37 * hour);
  expect(await check(services, 'backup')).toEqual({
    state: 'fault',
    text: 'The last backup is 37 hours old.',
  });
  services.pass(-1000 * hour);
  expect(await check(services, 'backup')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('which is yet to come'),
  });
  services.pass(1000 * hour);
  await makeChange(services, async (change) => {
    const { value } = await readSetting(change.tx, 'backupRun');
    if (!value) throw new Error('no backup ran');
    const problem = 'The disk is full.';
    await writeSetting(change, 'backupRun', { ...value, state: 'failed', problem });
  });
  expect(await check(services, 'backup')).toEqual({
    state: 'fault',
    text: 'The last backup failed. The disk is full.',
  });
});

test.each([
  [50e9, 'ok', 'The disk has 50.0 GB left.'],
  [9_999_999_999, 'warning', 'The disk has only 10.0 GB left.'],
  [812_000_000, 'warning', 'The disk has only 812 MB left.'],
  [3_999_999, 'fault', 'The disk is full: nobody can order or upload.'],
])('a disk with %i bytes left is %s', async (freeBytes, state, text) => {
  const room = async () => ({ freeBytes, totalBytes: 1000e9 });
  const services = await makeServices({ storage: await openStorageGauge('data', room) });

  expect(await check(services, 'storage')).toEqual({ state, text });
});

test('failed mails are named with their recipient and reason', async () => {
  const services = await makeServices();
  const letter = { subject: 'Your receipt', text: '', html: '', recipient: 'ada@shop.example' };
  await makeChange(services, (change) => queueMail(change, letter));
  const refused = Object.assign(new Error('refused'), { code: 'EENVELOPE', responseCode: 550 });
  await sendNext(services, { send: () => Promise.reject(refused) });

  expect(await check(services, 'failedMails')).toEqual({
    state: 'warning',
    text: 'Not sent: “Your receipt” to ada@shop.example (EENVELOPE 550).',
  });
});

test('no check holds up or breaks the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const services = await makeServices();
  const list: readonly Check[] = [
    { id: 'mail', name: 'Hangs', run: () => new Promise(() => {}) },
    { id: 'clock', name: 'Breaks', run: () => Promise.reject(new Error('broken')) },
    { id: 'storage', name: 'Works', run: async () => ({ state: 'ok', text: '', advice: null }) },
  ];
  const running = runChecks({ ...services, fetch }, { list });
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();

  expect((await running).map(({ state, text }) => [state, text])).toEqual([
    ['fault', 'No answer within 10 seconds.'],
    ['fault', 'The check failed: broken.'],
    ['ok', ''],
  ]);
});

test('staff see the checks, and send a test e-mail to themselves', async () => {
  const { app, cookie } = await shopWithOwner();

  const { answer } = await callStudio(app, 'healthCheck', { cookie });
  const sent = await callStudio(app, 'sendTestMail', { cookie });

  expect(answer.checks).toHaveLength(12);
  expect(answer.tryingOut?.text).toContain('no e-mails go out and no money moves');
  expect(sent.answer.message).toBe('Written to DATA_DIR/mail, because no mail server is set.');
});

test('the command prints the checks beside a stopped shop, and fails only on a fault', async () => {
  const services = await makeServices();
  const run = (settings: Readonly<Record<string, string>> = {}, ...words: string[]) =>
    spawnSync(process.execPath, ['scripts/doctor.ts', ...words], {
      env: { ...process.env, ...shopSettings(services.env.dataDir), ...settings },
      encoding: 'utf8',
    });

  const well = run({}, '--mail', 'mia@studio.example', '--retry-mails');
  expect(well.stdout).toMatch(/~ practice {2}E-mail: .*\n(.*\n)*No faults\.\n$/);
  expect(well.stdout).toContain('A test e-mail to mia@studio.example');
  expect(well.stdout).toContain('Retrying 0 e-mails');
  expect(well.status).toBe(0);
  const ill = run({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(ill.stdout).toMatch(/✗ fault {5}E-mail: .*\n +→ Check SMTP_URL/);
  expect(ill.status).toBe(1);
});

test('pressing “Check again” over and over asks nobody else any more, and says when to come back', async () => {
  const { services, app, cookie } = await shopWithOwner();
  const other = await joinStudio(app, services, 'ida@studio.example');
  for (let run = 0; run < 20; run += 1) await callStudio(app, 'healthCheck', { cookie });

  const { status, problem } = await studioRefused(app, 'healthCheck', { cookie });

  expect([status, problem.message]).toEqual([
    429,
    'The checks ran 20 times in ten minutes. Run them again in 10 minutes.',
  ]);
  await callStudio(app, 'healthCheck', { cookie: other.cookie });
  services.pass(600_000);
  await callStudio(app, 'healthCheck', { cookie });
});
