import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { runCommand } from '#server/operations/run-command.ts';
import { CommandError } from '#server/platform/command-error.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { shopSettings } from '#tests/support/open-new-database.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { staffResetToken } from '#tests/support/staff-reset.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { authenticator, joinStudio, studioEmail } from '#tests/support/studio-person.ts';

async function setUp() {
  const services = await makeServices();
  const run = (...words: string[]) => runCommand(services, words);
  return { services, app: createApp(services), run };
}

type Shop = Awaited<ReturnType<typeof setUp>>['services'];

async function actions(services: Shop): Promise<string[]> {
  const lines = await services.database.read
    .selectFrom('auditLines')
    .select('action')
    .orderBy('id')
    .execute();
  return lines.map(({ action }) => action);
}

test('approves an account, however its e-mail is written, and mails its owner once', async () => {
  const { services, app, run } = await setUp();
  const ada = await signUp(services, { email: 'Ada@shop.example', status: 'pending' });

  const said = await run('approve', 'ADA@Shop.Example');
  const again = await run('approve', 'ada@shop.example');

  expect(said).toContain('is now approved');
  expect(again).toContain('was already approved');
  expect((await call(app, 'me', { token: ada.token })).answer.user.approved).toBe(true);
  const mails = await queuedMails(services);
  expect(mails.map((mail) => mail.recipient)).toEqual(['Ada@shop.example']);
  expect(mails[0]?.subject).toContain('is approved');
});

test('rejects an account with a reason, which signs it out and is in the mail', async () => {
  const { services, app, run } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });

  await run('reject', 'ada@shop.example', 'We', 'could not open', 'your link.');

  expect((await callRefused(app, 'me', { token: ada.token })).status).toBe(401);
  const [mail] = await queuedMails(services);
  expect(mail?.text).toContain('We could not open your link.');
});

test('can approve a rejected account after all', async () => {
  const { services, run } = await setUp();
  await signUp(services, { email: 'ada@shop.example', status: 'rejected' });

  expect(await run('approve', 'ada@shop.example')).toContain('is now approved');
});

test('lists accounts, the longest waiting first, or those with one status', async () => {
  const { services, run } = await setUp();
  await signUp(services, { email: 'first@shop.example', status: 'pending' });
  services.pass(1000);
  await signUp(services, { email: 'second@shop.example', status: 'approved' });
  services.pass(1000);
  await signUp(services, { email: 'third@shop.example', status: 'pending' });

  const all = (await run('accounts')).split('\n');
  const pending = (await run('accounts', 'pending')).split('\n');

  expect(all.map((line) => /\w+@/.exec(line)?.[0])).toEqual(['first@', 'second@', 'third@']);
  expect(pending.map((line) => /\w+@/.exec(line)?.[0])).toEqual(['first@', 'third@']);
  expect(pending[0]).toContain('https://www.instagram.com/adasews');
  expect(await run('accounts', 'rejected')).toBe('No accounts.');
});

test('prints no terminal control sequences', async () => {
  const { services, run } = await setUp();
  await signUp(services, { email: 'ada\u001b[2J\u009b2J\u202e@shop.example' });

  expect(await run('accounts')).toContain('  ada[2J2J@shop.example  ');
});

test('opens and closes custom requests in the running shop', async () => {
  const { services, app, run } = await setUp();
  const status = async () => {
    await services.catalogue.refresh();
    return (await call(app, 'customStatus', {})).answer;
  };

  const opened = await run('customs', 'on');
  const open = await status();
  services.pass(60_000);
  const again = await run('customs', 'on');
  const unchanged = await status();
  const closed = await run('customs', 'off');

  expect(opened).toBe('Custom requests are now open.');
  expect(open.status).toBe('On');
  expect(again).toBe('Custom requests were already open.');
  expect(unchanged).toEqual(open);
  expect(closed).toBe('Custom requests are now closed.');
  expect(await status()).toEqual({ status: 'Off', updatedAt: services.clock().toISOString() });
});

test('creates a coupon with every option', async () => {
  const { services, run } = await setUp();
  const productId = await addProduct(services, { category: 'Clip art' });

  await run('coupon', 'PLAIN', '--amount', '5');
  await run(
    ...['coupon', 'Spring-15', '--percent', '15', '--minimum', '20.50', '--uses', '100', '--once'],
    ...['--from', '2026-03-01', '--until', '2026-03-31'],
    ...['--product', `PW-${productId}`, '--category', 'Clip art'],
  );

  const coupons = await services.database.read.selectFrom('coupons').selectAll().execute();
  expect(coupons).toHaveLength(2);
  expect(coupons.find(({ code }) => code === 'PLAIN')).toMatchObject({
    discountType: 'fixed',
    discount: 500,
    minimumSubtotal: 0,
    startsAt: null,
    endsAt: null,
    useLimit: null,
    isOncePerCustomer: 0,
    isScoped: 0,
  });
  expect(coupons.find(({ code }) => code === 'Spring-15')).toMatchObject({
    discountType: 'percentage',
    discount: 1500,
    minimumSubtotal: 2050,
    startsAt: '2026-03-01T00:00:00.000Z',
    endsAt: '2026-04-01T00:00:00.000Z',
    useLimit: 100,
    isOncePerCustomer: 1,
    isScoped: 1,
  });
  const products = await services.database.read.selectFrom('couponProducts').selectAll().execute();
  expect(products.map((row) => row.productId)).toEqual([productId]);
});

test('invites to the studio, and prints the mailed link', async () => {
  const { services, app, run } = await setUp();

  const said = await run('invite', 'mia@studio.example');
  const again = await run('invite', 'MIA@studio.example');

  const [, link = ''] = again.split('\n');
  expect(link).toMatch(/^http:\/\/localhost:4173\/studio\/accept#token=[\w-]{43}$/);
  expect(said).not.toContain(link);
  const mails = await queuedMails(services);
  expect(mails.map((mail) => mail.recipient)).toEqual(['mia@studio.example', 'mia@studio.example']);
  expect(mails[1]?.text).toContain(link);
  const body = { token: new URL(link).hash.replace('#token=', '') };
  const { answer } = await callStudio(app, 'openInvitation', { body });
  expect(answer.email).toBe('mia@studio.example');
});

test('invites as owner, unless told otherwise, and somebody known keeps their role', async () => {
  const { services, run } = await setUp();
  await run('invite', 'mia@studio.example');
  await run('invite', 'ida@studio.example', 'editor');
  await run('invite', 'ida@studio.example');
  await run('invite', 'otto@studio.example', 'editor');
  await run('invite', 'otto@studio.example', 'owner');

  const accounts = await services.database.read
    .selectFrom('studioAccounts')
    .select(['email', 'role'])
    .orderBy('email')
    .execute();

  expect(accounts).toEqual([
    { email: 'ida@studio.example', role: 'editor' },
    { email: 'mia@studio.example', role: 'owner' },
    { email: 'otto@studio.example', role: 'owner' },
  ]);
});

test('a sole owner who lost everything is invited again, as owner, and the thief is out', async () => {
  const { services, app, run } = await setUp();
  const thief = await joinStudio(app, services);
  const [recoveryCode = ''] = thief.recoveryCodes;
  const reset = await staffResetToken(app, services, studioEmail);

  const said = await run('invite', studioEmail);

  const token = /#token=([\w-]{43})/.exec(said)?.[1] ?? '';
  const { answer } = await callStudio(app, 'openInvitation', { body: { token } });
  const code = authenticator(services, answer.totpSecret);
  const password = 'another long one';
  const body = { token, password, code: code() };
  const accepted = await callStudio(app, 'acceptInvitation', { body });
  expect(accepted.answer).toMatchObject({ role: 'owner', recoveryCodesLeft: 10 });
  expect((await sendStudio(app, 'me', { cookie: thief.cookie })).status).toBe(401);
  const stolen = { email: studioEmail, password, recoveryCode };
  expect((await sendStudio(app, 'recover', { body: stolen })).status).toBe(401);
  expect((await sendStudio(app, 'openReset', { body: { token: reset } })).status).toBe(409);
});

test('dismisses a staff member, who can only return by an invitation', async () => {
  const { services, app, run } = await setUp();
  const { cookie } = await joinStudio(app, services);
  await run('invite', 'ida@studio.example');
  const link = (await queuedMails(services)).at(-1)?.text.match(/#token=([\w-]{43})/)?.[1] ?? '';

  const said = await run('dismiss', studioEmail.toUpperCase());
  const again = await run('dismiss', studioEmail);
  await run('dismiss', 'ida@studio.example');

  expect(said).toContain('can no longer sign in to the studio');
  expect(again).toContain('already had no access to the studio');
  expect((await sendStudio(app, 'waiting', { cookie })).status).toBe(401);
  const { status } = await studioRefused(app, 'openInvitation', { body: { token: link } });
  expect(status).toBeGreaterThanOrEqual(400);
  expect((await actions(services)).filter((action) => action === 'staff.removed')).toHaveLength(2);
});

test('commands from the terminal are logged too', async () => {
  const { services, run } = await setUp();
  for (const to of ['on', 'on', 'off']) await run('customs', to);
  await run('coupon', 'PLAIN', '--amount', '5');
  expect(await actions(services)).toEqual([
    'commissions.opened',
    'commissions.closed',
    'coupon.created',
  ]);
});

test.each([
  [['dismiss'], 'Missing argument: EMAIL'],
  [['dismiss', 'nobody@studio.example'], 'No account has the e-mail nobody@studio.example'],
  [['approve'], 'Missing argument: EMAIL'],
  [['approve', 'nobody@shop.example'], 'No account has the e-mail nobody@shop.example'],
  [['approve', 'ada@shop.example', 'please'], 'Unexpected argument: please'],
  [['reject', 'nobody@shop.example'], 'No account has the e-mail'],
  [['accounts', 'waiting'], 'Unknown status: waiting'],
  [['customs'], 'customs on or customs off'],
  [['customs', 'maybe'], 'customs on or customs off'],
  [['coupon'], 'Missing argument: CODE'],
  [['coupon', 'SPRING'], '--percent or --amount'],
  [['coupon', 'SPRING', '--percent', '10', '--amount', '5'], '--percent or --amount'],
  [['coupon', 'SPRING', '--percent', 'ten'], '--percent must be a number: ten'],
  [['coupon', 'SPRING', '--percent', '101'], 'at most 100'],
  [['coupon', 'SPRING', '--amount', '5', '--from', '2026-02-30'], 'a date such as'],
  [['coupon', 'SPRING', '--amount', '5', '--until', 'tomorrow'], 'a date such as'],
  [['coupon', 'SPRING', '--amount', '5', '--product', 'PW-0'], 'No design has the SKU PW-0'],
  [['coupon', 'SPRING', '--amount', '5', '--category', 'Hats'], 'Category not found: Hats'],
  [['coupon', 'SPRING', '--amount', '5', '--sise', '3'], "Unknown option '--sise'"],
  [['coupon', 'SPRING', 'SUMMER', '--amount', '5'], 'Unexpected argument: SUMMER'],
  [['invite'], 'Missing argument: EMAIL'],
  [['invite', 'mia'], 'Not an e-mail address: mia'],
  [['invite', 'mia@studio.example', 'please'], 'Unexpected argument: please'],
  [['open'], 'Unknown command: open'],
  [['constructor'], 'Unknown command: constructor'],
])('reports what is wrong with %j and changes nothing', async (words, message) => {
  const { services, run } = await setUp();
  await signUp(services, { email: 'ada@shop.example', status: 'pending' });

  const refused = run(...words);

  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow(message);
  expect(await queuedMails(services)).toEqual([]);
  expect(await services.database.read.selectFrom('coupons').selectAll().execute()).toEqual([]);
});

test('a deleted account can be neither found nor decided', async () => {
  const { services, run } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example', status: 'pending' });
  await services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ deletedAt: services.clock().toISOString() })
      .where('id', '=', ada.id)
      .execute(),
  );

  await expect(run('approve', 'ada@shop.example')).rejects.toThrow('No account');
  expect(await run('accounts')).toBe('No accounts.');
});

/** The command as typed in a terminal. */
function typed(settings: Readonly<Record<string, string>>, ...words: string[]) {
  return spawnSync(process.execPath, ['scripts/studio.ts', ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...settings, NODE_ENV: 'test' },
  });
}

test('the command works while the shop runs, and exits with 1 if it is refused', async () => {
  const { services, app } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example', status: 'pending' });
  const settings = shopSettings(services.env.dataDir);

  const done = typed(settings, 'approve', 'ada@shop.example');
  const refused = typed(settings, 'approve', 'nobody@shop.example');

  expect([done.status, done.stderr]).toEqual([0, '']);
  expect((await call(app, 'me', { token: ada.token })).answer.user.approved).toBe(true);
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toBe('No account has the e-mail nobody@shop.example.\n');
});

test('the command does not create a shop if there is none', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinwheel-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));

  const refused = typed({ DATA_DIR: dataDir }, 'accounts');
  const help = typed({ DATA_DIR: dataDir });

  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('No shop found in');
  expect(existsSync(join(dataDir, 'pinwheel.sqlite'))).toBe(false);
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('approve EMAIL')]);
});
