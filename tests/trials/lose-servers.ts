import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import { callPath } from '#contract/shop/calls.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { startProvider } from '#tests/support/start-provider.ts';
import { anyShop, type Heard } from './instances/any-shop.ts';
import { payments, type Verdict, writes } from './instances/check-trust.ts';
import { boughtBytes } from './instances/download-bought.ts';
import { fillCart, register, request } from './instances/work-at-shops.ts';
import { type Acknowledged, nothingDone, toTheEnd } from './instances/workplace.ts';
import { approveOrders, captureOrders } from './standby/capture-orders.ts';
import { judgeAnswers, type Loss } from './standby/judge-answers.ts';
import { runStandbyPair, type StandbyPair } from './standby/run-standby-pair.ts';

const shopCount = 2;
const carters = 2;
/** Each captures an order in each loss. */
const buyerCount = 15;
/** How long the standby is gone, and captures go on around a failover, in ms. */
const lastingMs = { standby: 25_000, primary: 6_000 };
/** When in these the primary is killed. */
const killAfterMs = 2_000;
const pollMs = 500;
/** Each shop's three pools of eight, and where it listens. */
const sessionsPerShop = 25;

/**
 * Runs two shops on a PostgreSQL with a synchronous standby, under mixed work. In each round, the standby is killed for
 * a while; then the primary is killed, and the standby takes over. Null where this PostgreSQL can't be installed.
 */
export async function loseServers(rounds: number): Promise<readonly Verdict[] | null> {
  const pair = await runStandbyPair();
  if (!pair) return null;
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-losses-'));
  const ends: (() => Promise<unknown>)[] = [pair.end, () => rm(folder, { recursive: true })];
  try {
    const providerFile = join(folder, 'provider.sqlite');
    const provider = await startProvider(providerFile);
    ends.unshift(provider.end);
    // Its sessions aren't counted among those of the shops.
    const database = await openPostgres(`${pair.url}?application_name=trial`);
    ends.unshift(database.close);
    const services = await servicesOver(database, { DATA_DIR: folder });
    await makeChange(services, (change) => writeSetting(change, 'customStatus', 'On'));
    const designs: string[] = [];
    while (designs.length < 2 * rounds + buyerCount) {
      designs.push(await addProduct(services, { files: { 'design.png': boughtBytes } }));
    }
    const urls: string[] = [];
    while (urls.length < shopCount) {
      const shop = await runShop(settingsOf(pair.url, provider.url), async () => {}, [
        '--api-only',
      ]);
      ends.unshift(shop.end);
      urls.push(shop.url);
    }
    const heard: Heard[] = [];
    const { app } = anyShop(urls, (each) => heard.push(each));
    const done = nothingDone();
    let isOver = false;
    const place = { services, app, designs, isOver: () => isOver };
    const working = [
      ...Array.from({ length: carters }, () => toTheEnd(done, () => fillCart(place, done))),
      toTheEnd(done, () => register(place, done)),
      toTheEnd(done, () => request(place, done)),
    ];
    const counting = countMostSessions(pair, place.isOver);
    const site = { services, app, providerUrl: provider.url, urls, pair, done };
    const losses: Loss[] = [];
    await toTheEnd(done, async () => {
      losses.push(...(await lose(site, rounds, designs)));
    });
    isOver = true;
    await Promise.all(working);
    const most = await counting;
    return [
      ...judgeAnswers(heard, losses),
      {
        promise: `at most ${shopCount * sessionsPerShop} sessions`,
        seen: String(most),
        faults: most > shopCount * sessionsPerShop ? [`${most} sessions`] : [],
      },
      await writes({ services, app, done }),
      await payments({ services, providerFile, done }),
    ];
  } finally {
    for (const end of ends) await end();
  }
}

function settingsOf(databaseUrl: string, providerUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    PAYPAL_CLIENT_ID: 'practice',
    PAYPAL_CLIENT_SECRET: 'practice',
    PAYPAL_API_URL: providerUrl,
  };
}

interface Site {
  readonly services: AppServices;
  readonly app: Hono;
  readonly providerUrl: string;
  readonly urls: readonly string[];
  readonly pair: StandbyPair;
  readonly done: Acknowledged;
}

/** Loses the standby and the primary in turn. Each buyer buys another design each time, and none at the same time as others. */
async function lose(site: Site, rounds: number, designs: readonly string[]): Promise<Loss[]> {
  const { services, app, urls, pair, done } = site;
  const buyers = await Promise.all(Array.from({ length: buyerCount }, () => signUp(services)));
  const losses: Loss[] = [];
  for (let at = 0; at < 2 * rounds; at += 1) {
    const what = at % 2 === 0 ? 'standby' : 'primary';
    const orders = await approveOrders(site, buyers, designs.slice(at));
    const capturing = (withinMs: number) => captureOrders(app, orders, withinMs, done);
    if (what === 'standby') {
      await pair.killStandby();
      const goneAt = performance.now();
      let isBack = false;
      const ready: Heard[] = [];
      const asking = urls.map((url) => askWhetherReady(url, ready, () => isBack));
      const captured = capturing(lastingMs.standby);
      await pause(lastingMs.standby);
      await pair.startStandby();
      losses.push({ what, goneAt, backAt: performance.now(), ready });
      isBack = true;
      await Promise.all([captured, ...asking]);
    } else {
      const captured = capturing(lastingMs.primary);
      await pause(killAfterMs);
      const goneAt = performance.now();
      await pair.failOver();
      losses.push({ what, goneAt, backAt: performance.now(), ready: [] });
      await captured;
      await pair.addStandby();
    }
  }
  return losses;
}

/** Asks a shop again and again; once `isBack`, until it is ready. */
async function askWhetherReady(url: string, ready: Heard[], isBack: () => boolean): Promise<void> {
  for (let status: number | null = null; !isBack() || status !== 200; await pause(pollMs)) {
    const at = performance.now();
    const answer = await fetch(url + callPath('ready')).catch(() => null);
    status = answer?.status ?? null;
    await answer?.arrayBuffer();
    ready.push({ what: `GET ${callPath('ready')}`, status, at, ms: performance.now() - at });
  }
}

async function countMostSessions(pair: StandbyPair, isOver: () => boolean): Promise<number> {
  let most = 0;
  for (; !isOver(); await pause(pollMs)) {
    // A primary that was just killed answers nothing.
    most = Math.max(most, await pair.countSessions().catch(() => 0));
  }
  return most;
}
