import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import { type PostgresServer, runPostgres } from '#tests/support/start-postgres.ts';
import { startProvider } from '#tests/support/start-provider.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { untilStarted } from '#tests/support/until-started.ts';
import { anyShop } from './instances/any-shop.ts';
import { checkTrust, type ShopKill, type Verdict } from './instances/check-trust.ts';
import { type MailSink, startMailSink } from './instances/mail-sink.ts';
import { untilQuiet } from './instances/until-quiet.ts';
import { workAtShops } from './instances/work-at-shops.ts';

/** What happened to three shops, and what was true afterwards. */
export interface InstancesReport {
  /** Faults that took effect, by kind. */
  readonly fired: Readonly<Record<string, number>>;
  readonly verdicts: readonly Verdict[];
}

const shopCount = 3;
const designCount = 200;
const couponCount = 60;
/** Pauses between kills of one of the shops, of the database's server, and between cut commits; ms. */
const every = { shop: 5_000, server: 30_000, cut: 4_000 };
/** How long the server is down, in ms: shorter than shops wait for it. */
const downMs = 2_000;

/**
 * Runs three shops on one PostgreSQL and one bucket for so many seconds under mixed work. Every 5 s one of them
 * is killed, every 30 s the database's server, and every 4 s a connection breaks at a commit. Then they run
 * undisturbed, and what was acknowledged is compared with what is there.
 */
export async function killInstances(seconds: number): Promise<InstancesReport> {
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-instances-'));
  const providerFile = join(folder, 'provider.sqlite');
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  const opened = async <T>(opening: Promise<T>, end: (it: T) => Promise<unknown>) => {
    const it = await opening;
    ends.unshift(() => end(it));
    return it;
  };
  try {
    const postgres = await opened(runPostgres([]), (it) => it.end());
    const proxy = await opened(cuttingProxy(`${postgres.url}postgres`), (it) => it.end());
    const s3 = await opened(startS3(), (it) => it.end());
    const provider = await opened(startProvider(providerFile), (it) => it.end());
    const database = await opened(openPostgres(`${postgres.url}postgres`), (it) => it.close());
    const services = await servicesOver(database, { DATA_DIR: folder, ...s3.settings });
    const prepared = await prepare(services);
    const sinks: MailSink[] = [];
    const shops: RunningShop[] = [];
    for (let shop = 0; shop < shopCount; shop += 1) {
      const sink = await opened(startMailSink(), (it) => it.end());
      const settings = {
        ...s3.settings,
        DATABASE_URL: proxy.url,
        SMTP_URL: sink.url,
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        PAYPAL_CLIENT_ID: 'practice',
        PAYPAL_CLIENT_SECRET: 'practice',
        PAYPAL_API_URL: provider.url,
      };
      sinks.push(sink);
      shops.push(
        await opened(
          runShop(settings, async () => {}, ['--api-only']),
          (it) => it.end(),
        ),
      );
    }
    const urls = shops.map(({ url }) => url);
    const { app, repeats } = anyShop(urls);
    const kills: ShopKill[] = [];
    const restarts: Promise<void>[] = [];
    let serverKills = 0;
    const endsAt = performance.now() + seconds * 1000;
    const isOver = () => performance.now() > endsAt;
    const working = workAtShops({
      ...prepared,
      services,
      app,
      shops: urls,
      providerUrl: provider.url,
      isOver,
    });
    await Promise.all([
      repeatedly(every.shop, isOver, async (count) => {
        const shop = count % shopCount;
        await restarts[shop];
        restarts[shop] = killShop(shops, sinks, shop).then((kill) => void kills.push(kill));
      }),
      repeatedly(every.server, isOver, async () => {
        await killServer(postgres);
        serverKills += 1;
      }),
      repeatedly(every.cut, isOver, async (count) =>
        proxy.cut(count % 2 === 0 ? 'before commit' : 'after commit'),
      ),
    ]);
    await Promise.all(restarts);
    const lastFaultAt = Date.now();
    const done = await working;
    const quiet = await untilQuiet(services, lastFaultAt);
    const mails = sinks.map(({ accepted }) => accepted);
    const evidence = { services, app, providerFile, done, kills, mails };
    return {
      fired: {
        'shops killed': kills.length,
        'database servers killed': serverKills,
        'commits cut': proxy.cuts(),
        'requests repeated': repeats(),
      },
      verdicts: [...(await checkTrust(evidence)), quiet],
    };
  } finally {
    for (const end of ends) await end();
  }
}

async function prepare(services: AppServices) {
  await makeChange(services, (change) => writeSetting(change, 'customStatus', 'On'));
  const { cookie } = await joinStudio(createApp(services), services);
  const designs: string[] = [];
  const coupons: string[] = [];
  for (let count = 0; count < designCount; count += 1) {
    designs.push(await addProduct(services, { files: { 'design.png': Buffer.from([1, 2, 3]) } }));
  }
  for (let count = 0; count < couponCount; count += 1) {
    coupons.push(`LAST${count}`);
    await addCoupon(services, { code: `LAST${count}`, useLimit: 1 });
  }
  return { cookie, designs, coupons };
}

/** Runs `work` again and again, with this pause and a shorter first one, until it is over. */
async function repeatedly(
  everyMs: number,
  isOver: () => boolean,
  work: (count: number) => Promise<void> | void,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    await pause(count === 0 ? everyMs / 2 : everyMs);
    if (isOver()) return;
    await work(count);
  }
}

async function killShop(
  shops: readonly RunningShop[],
  sinks: readonly MailSink[],
  shop: number,
): Promise<ShopKill> {
  await shops[shop]?.kill();
  await sinks[shop]?.untilClosed();
  const mailsBefore = sinks[shop]?.accepted.length ?? 0;
  await untilStarted(async () => shops[shop]?.start());
  return { shop, mailsBefore };
}

async function killServer(postgres: PostgresServer): Promise<void> {
  await postgres.kill();
  await pause(downMs);
  await postgres.start();
}
