import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { allEnded } from '#server/platform/jobs/all-ended.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { pictureServer } from '#tests/support/picture-server.ts';
import { picture } from '#tests/support/pictures.ts';
import { startPushSink, subscriptionOf } from '#tests/support/push-sink.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { startProvider } from '#tests/support/start-provider.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { anyShop } from './instances/any-shop.ts';
import { causeFaults, type Instance } from './instances/cause-faults.ts';
import { checkBackups } from './instances/check-backups.ts';
import { checkDesigns } from './instances/check-designs.ts';
import { checkImports } from './instances/check-imports.ts';
import { checkPrices } from './instances/check-prices.ts';
import { pushesOnce } from './instances/check-pushes.ts';
import { checkRefunds } from './instances/check-refunds.ts';
import { checkTrust, type Verdict } from './instances/check-trust.ts';
import { boughtBytes } from './instances/download-bought.ts';
import { startMailSink } from './instances/mail-sink.ts';
import { startUnreliableProvider } from './instances/unreliable-provider.ts';
import { untilQuiet } from './instances/until-quiet.ts';
import { workAtShops } from './instances/work-at-shops.ts';

/** What happened to three shops, and what was true afterwards. */
export interface InstancesReport {
  /** How often each fault took effect, and each kind of background work was done. */
  readonly happened: Readonly<Record<string, number>>;
  readonly verdicts: readonly Verdict[];
}

const shopCount = 3;
const designCount = 200;
const couponCount = 60;
/** How long before the end the provider's last fault is, in ms: after one, the shop asks again only in a minute or more. */
const calmMs = 60_000;

/**
 * Runs three shops on one PostgreSQL, one bucket and one payment provider for so many seconds under mixed work and
 * faults. Then they run undisturbed, and what was acknowledged is compared with what was stored.
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
    // A server that is killed loses nothing that it wrote, even if the disk doesn't have it yet.
    const postgres = await opened(runPostgres(['fsync=off']), (it) => it.end());
    const proxy = await opened(cuttingProxy(`${postgres.url}postgres`), (it) => it.end());
    const s3 = await opened(startS3(), (it) => it.end());
    const bucket = await opened(cuttingProxy(s3.url.replace('127.0.0.1', 'localhost')), (it) =>
      it.end(),
    );
    const provider = await opened(startProvider(providerFile), (it) => it.end());
    let calmFrom = 0;
    const unreliable = await opened(
      startUnreliableProvider(provider.url, () => performance.now() > calmFrom),
      (it) => it.end(),
    );
    let asked = 0;
    const pictures = await opened(
      pictureServer(async (_, response) => {
        asked += 1;
        response.end(await picture('png', { width: asked, height: 12 }));
      }),
      (it) => it.close(),
    );
    const database = await opened(openPostgres(`${postgres.url}postgres`), (it) => it.close());
    const services = await servicesOver(database, { DATA_DIR: folder, ...s3.settings });
    const prepared = await prepare(services);
    const instances: Instance[] = [];
    while (instances.length < shopCount) {
      const mails = await opened(startMailSink(), (it) => it.end());
      const pushes = await opened(startPushSink(), (it) => it.end());
      const settings = {
        ...s3.settings,
        S3_ENDPOINT: new URL(bucket.url).origin,
        ...pushes.settings,
        DATABASE_URL: proxy.url,
        SMTP_URL: mails.url,
        DEMO: 'off',
        IMPORT_FROM_OWN_NETWORK: 'on',
        LOG_LEVEL: 'silent',
        PAYPAL_CLIENT_ID: 'practice',
        PAYPAL_CLIENT_SECRET: 'practice',
        PAYPAL_API_URL: unreliable.url,
      };
      const shop = await opened(
        runShop(settings, async () => {}, ['--api-only']),
        (it) => it.end(),
      );
      instances.push({ shop, mails, pushes });
    }
    const urls = instances.map(({ shop }) => shop.url);
    const { app, repeats } = anyShop(urls);
    const endsAt = performance.now() + seconds * 1000;
    calmFrom = endsAt - Math.min(calmMs, seconds * 500);
    const isOver = () => performance.now() > endsAt;
    const working = workAtShops({
      ...prepared,
      services,
      app,
      shops: urls,
      providerUrl: provider.url,
      pictures: pictures.url,
      isOver,
    });
    const faulting = causeFaults({ instances, postgres, proxy, bucket, database, isOver });
    await allEnded([working, faulting]);
    const done = await working;
    const { kills, serverKills, bucketOutages, endedAt } = await faulting;
    const quiet = await untilQuiet(services, endedAt);
    const mails = instances.map((instance) => instance.mails.accepted);
    const pushes = instances.map((instance) => instance.pushes.accepted);
    const evidence = { services, app, providerFile, done, kills, mails, pushes };
    const designs = await checkDesigns(evidence);
    const refunds = await checkRefunds(evidence);
    const imports = await checkImports(evidence);
    const folders = instances.map(({ shop }) => shop.dataDir);
    const backups = await checkBackups(evidence, folders, folder);
    return {
      happened: {
        previews: designs.previews,
        archives: designs.archives,
        refunds: refunds.count,
        pushes: pushes.flat().length,
        downloads: done.downloads,
        'bulk changes': done.bulkChanges,
        'designs imported': imports.designs,
        backups: backups.count,
        'coupon races': done.races,
        'orders captured by fifty windows': done.manyCaptures,
        'guesses of codes': done.guesses,
        'codes accepted': done.codes,
        'faults of the provider': unreliable.faults(),
        'shops killed': kills.length,
        'database servers killed': serverKills,
        'commits cut': proxy.cuts(),
        'outages of the bucket': bucketOutages,
        'requests repeated': repeats(),
      },
      verdicts: [
        ...(await checkTrust(evidence)),
        designs.verdict,
        refunds.verdict,
        await checkPrices(evidence),
        imports.verdict,
        backups.verdict,
        await pushesOnce(evidence),
        quiet,
      ],
    };
  } finally {
    for (const end of ends) await end();
  }
}

async function prepare(services: AppServices) {
  await makeChange(services, (change) => writeSetting(change, 'customStatus', 'On'));
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  const phone = { ...subscriptionOf('staff'), name: 'Phone' };
  await callStudio(app, 'addPushDevice', { body: phone, cookie });
  const designs: string[] = [];
  const coupons: string[] = [];
  for (let count = 0; count < designCount; count += 1) {
    designs.push(await addProduct(services, { files: { 'design.png': boughtBytes } }));
  }
  for (let count = 0; count < couponCount; count += 1) {
    coupons.push(`LAST${count}`);
    await addCoupon(services, { code: `LAST${count}`, useLimit: 1 });
  }
  return { cookie, designs, coupons };
}
