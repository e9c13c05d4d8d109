import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { studioApiPath } from '#contract/studio/calls.ts';
import { expect, signInByForm } from '#tests/support/buying-test.ts';
import { notePack } from '#tests/support/phone.ts';
import { subscriptionOf } from '#tests/support/push-sink.ts';
import { studioEmail, studioPassword } from '#tests/support/studio-person.ts';
import { composeVariables, refusalOf } from './caddy.ts';
import { domains, filesUrl, openSite, type Site, shopUrl } from './https/open-site.ts';
import type { Verdict } from './instances/check-trust.ts';
import { registration } from './trial-shop.ts';

const patienceMs = 30_000;
/** How long the shop is asked after each kill, and before the next so that Caddy sees the restarted one; ms. */
const watchMs = 3_000;

/**
 * Opens the shop in Chromium as `deploy/compose.yaml` runs it: two shops on one PostgreSQL and one bucket behind
 * Debian's Caddy, with TLS by a root of its own. Pushes go to a push service of this process, since browsers'
 * own can't be reached from a test.
 */
export async function visitOverHttps(): Promise<readonly Verdict[]> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const home = await mkdtemp(join(tmpdir(), 'pinwheel-https-'));
    ends.unshift(() => rm(home, { recursive: true }));
    const accepted = acceptFiles(home);
    if (accepted.faults.length > 0) return [accepted];
    const site = await openSite(home, ends);
    return [
      accepted,
      await judge('the worker controls the page, which opens offline', () => visit(site)),
      await judge('sessions of the studio are in secure cookies, and it pushes', () => push(site)),
      await judge('the address that the shop gives a buyer gives the file, and takes none', () =>
        download(site),
      ),
      await judge('a shop is killed, and the other answers', () => killEach(site)),
    ];
  } finally {
    for (const end of ends) await end();
  }
}

/** What `work` saw; it throws where the promise isn't kept. */
async function judge(promise: string, work: () => Promise<string>): Promise<Verdict> {
  try {
    return { promise, seen: await work(), faults: [] };
  } catch (error) {
    return { promise, seen: 'broken', faults: [String(error)] };
  }
}

function acceptFiles(home: string): Verdict {
  const faults = (['shop.Caddyfile', 'compose.Caddyfile'] as const).flatMap((file) => {
    const refusal = refusalOf(home, file, { ...composeVariables(), ...domains });
    return refusal === null ? [] : [`${file}: ${refusal}`];
  });
  const seen = `${Object.values(composeVariables()).join(', ')}; ${faults.length} refused`;
  return { promise: 'Caddy accepts both files of deploy/', seen, faults };
}

async function visit({ context, buyer, design }: Site): Promise<string> {
  const page = await context.newPage();
  await page.addInitScript(notePack);
  await page.goto(paths.shop.path);
  await page.evaluate(
    (ms) =>
      Promise.race([
        window.packed,
        new Promise((_, reject) => setTimeout(reject, ms, new Error('no worker stored the shop'))),
      ]),
    patienceMs,
  );
  await page.reload();
  const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  if (!worker) throw new Error('no worker controls the page');
  await page.getByRole('link', { name: design.title }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(design.title);
  await page.goto(paths.signIn.path);
  await signInByForm(page, buyer);
  await page.goto(productPath(design.id));
  await context.setOffline(true);
  try {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(design.title);
  } finally {
    await context.setOffline(false);
  }
  return `${worker}, signed in, ${page.url()} offline`;
}

async function push({ context, pushes, code }: Site): Promise<string> {
  const page = await context.newPage();
  const subscription = subscriptionOf('https-trial');
  await page.addInitScript((made) => {
    let subscribed: object | null = null;
    PushManager.prototype.getSubscription = async () => subscribed as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      subscribed = { ...made, toJSON: () => made, unsubscribe: async () => true };
      return subscribed as PushSubscription;
    };
  }, subscription);
  await page.goto('/studio/notifications');
  await page.getByLabel('E-mail').fill(studioEmail);
  await page.getByRole('textbox', { name: 'Password' }).fill(studioPassword);
  await page.getByLabel('Authenticator code').fill(code());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Notify this device' }).click();
  await expect(page.getByRole('row').filter({ hasText: '(this device)' })).toBeVisible();
  const cookies = (await context.cookies(shopUrl + studioApiPath)).filter(({ name }) =>
    name.startsWith('pinwheel'),
  );
  const open = cookies.filter(({ secure, httpOnly }) => !secure || !httpOnly);
  if (cookies.length === 0 || open.length > 0) {
    throw new Error(`cookies: ${cookies.length}, not secure: ${open.map(({ name }) => name)}`);
  }
  await register(page);
  const endsAt = Date.now() + patienceMs;
  while (pushes.accepted.length === 0 && Date.now() < endsAt) await pause(50);
  const [sent] = pushes.accepted;
  if (sent?.endpoint !== subscription.endpoint || sent.contact !== shopUrl) {
    throw new Error(`pushed: ${JSON.stringify(sent ?? 'nothing')}`);
  }
  return `${cookies.map(({ name }) => name).join(', ')}; pushed in the name of ${sent.contact}`;
}

/** A new buyer, whom staff are notified of. */
async function register(page: Page): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(path, { method: 'POST', headers, body })).status;
    },
    [callPath('register'), JSON.stringify(registration('new@elsewhere.example'))] as const,
  );
  if (status >= 400) throw new Error(`the sign-up was answered ${status}`);
}

async function download({ ask, bought: { path, token, file } }: Site): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const redirected = async (from: string) => {
    const { status, headers: answered } = await ask('GET', from, headers);
    if (status !== 302) throw new Error(`GET ${from}: ${status}`);
    return new URL(String(answered.location), shopUrl).href;
  };
  const address = await redirected(await redirected(shopUrl + path));
  if (new URL(address).origin !== filesUrl) throw new Error(`the shop’s address: ${address}`);
  const got = await ask('GET', address);
  if (got.status !== 200 || !got.body.equals(file)) throw new Error(`GET: ${got.status}`);
  const unsigned = await ask('GET', address.split('?')[0] ?? '');
  if (unsigned.status !== 403) throw new Error(`GET without a signature: ${unsigned.status}`);
  const put = await ask('PUT', address);
  if (put.status !== 404) throw new Error(`PUT: ${put.status}`);
  return `${got.body.length} bytes, without a signature ${unsigned.status}; PUT is answered ${put.status}`;
}

/** Kills one shop after the other, while a visitor who stays with one shop asks on. */
async function killEach({ shops, ask }: Site): Promise<string> {
  const answers: (number | string)[] = [];
  let isOver = false;
  const asking = askOn(ask, answers, () => isOver);
  const duringKills: number[] = [];
  try {
    for (const shop of shops) {
      await pause(watchMs);
      await shop.kill();
      const before = answers.length;
      await pause(watchMs);
      duringKills.push(answers.length - before);
      await shop.start();
    }
  } finally {
    isOver = true;
    await asking;
  }
  const others = answers.filter((answer) => answer !== 200);
  if (others.length > 0) throw new Error(`${others.length} of ${answers.length}: ${others[0]}`);
  // Caddy holds requests for 10 s, and answers them once the killed shop is back.
  if (duringKills.includes(0)) throw new Error(`answers during kills: ${duringKills.join(', ')}`);
  return `${answers.length} requests answered with 200, ${duringKills.join(' and ')} of them while one was down`;
}

/** Asks for the designs again and again, with the cookie that Caddy set; adds each status or error to `answers`. */
async function askOn(
  ask: Site['ask'],
  answers: (number | string)[],
  isOver: () => boolean,
): Promise<void> {
  let cookie = '';
  while (!isOver()) {
    try {
      const { status, headers } = await ask('GET', shopUrl + callPath('products'), { cookie });
      answers.push(status);
      cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? cookie;
    } catch (error) {
      answers.push(String(error));
    }
    await pause(5);
  }
}
