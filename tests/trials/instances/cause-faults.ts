import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/database/open.ts';
import { allEnded } from '#server/platform/jobs/all-ended.ts';
import type { CuttingProxy } from '#tests/support/cutting-proxy.ts';
import type { AcceptedPush, PushSink } from '#tests/support/push-sink.ts';
import type { RunningShop } from '#tests/support/run-shop.ts';
import type { PostgresServer } from '#tests/support/start-postgres.ts';
import { untilStarted } from '#tests/support/until-started.ts';
import type { MailSink } from './mail-sink.ts';
import { topicsQueued } from './topics-queued.ts';

/**
 * Times between kills of a shop, kills of the database's server, cut commits and outages of the bucket, in ms. Their
 * phases shift against each other, so that they meet in all ways.
 */
const every = { shop: 5_000, server: 30_000, cut: 4_000, bucket: 19_000 };
/** How long the server is down, or the bucket can't be reached, in ms: shorter than shops wait for the server. */
const downMs = 2_000;

/** A shop, and where its mails and pushes arrive. */
export interface Instance {
  readonly shop: RunningShop;
  readonly mails: MailSink;
  readonly pushes: PushSink;
}

/** What a killed shop had sent. */
export interface ShopKill {
  /** Its place among the instances. */
  readonly shop: number;
  /** How many mails its processes had had accepted until then, of which the last may not be recorded. */
  readonly mailsBefore: number;
  /** The accepted pushes that aren't recorded. */
  readonly unrecorded: readonly AcceptedPush[];
}

/** The faults that took effect. */
export interface Faults {
  readonly kills: readonly ShopKill[];
  readonly serverKills: number;
  readonly bucketOutages: number;
  /** When all of them were over, and all shops up again; in ms since 1970. */
  readonly endedAt: number;
}

export interface Target {
  readonly instances: readonly Instance[];
  readonly postgres: PostgresServer;
  /** Between shops and server. */
  readonly proxy: CuttingProxy;
  /** Between shops and bucket. */
  readonly bucket: CuttingProxy;
  readonly database: Database;
  isOver(): boolean;
}

/**
 * Kills one of the shops every 5 s, unless another is still starting, and the database's server every 30 s, breaks
 * a connection at a commit every 4 s, and cuts the shops off from the bucket every 19 s, until it is over. Then all of
 * them run again.
 */
export async function causeFaults(target: Target): Promise<Faults> {
  const { instances, postgres, proxy, bucket, database, isOver } = target;
  const kills: ShopKill[] = [];
  let serverKills = 0;
  let bucketOutages = 0;
  await allEnded([
    repeatedly(every.shop, isOver, async (count) => {
      kills.push(await killShop(instances, count % instances.length, database));
    }),
    repeatedly(every.server, isOver, async () => {
      await killServer(postgres);
      serverKills += 1;
    }),
    repeatedly(every.cut, isOver, async (count) =>
      proxy.cut(count % 2 === 0 ? 'before commit' : 'after commit'),
    ),
    repeatedly(every.bucket, isOver, async () => {
      bucket.close();
      await pause(downMs);
      bucket.open();
      bucketOutages += 1;
    }),
  ]);
  return { kills, serverKills, bucketOutages, endedAt: Date.now() };
}

/** Runs `work` at these intervals, or as soon as it is done if it takes longer, until it is over. */
async function repeatedly(
  everyMs: number,
  isOver: () => boolean,
  work: (count: number) => Promise<void> | void,
): Promise<void> {
  let startsAt = performance.now() + everyMs / 2;
  for (let count = 0; ; count += 1) {
    await pause(Math.max(0, startsAt - performance.now()));
    if (isOver()) return;
    startsAt = performance.now() + everyMs;
    await work(count);
  }
}

async function killShop(
  instances: readonly Instance[],
  at: number,
  database: Database,
): Promise<ShopKill> {
  const { shop, mails, pushes } = instances[at] as Instance;
  await shop.kill();
  await Promise.all([mails.untilClosed(), pushes.untilClosed()]);
  const mailsBefore = mails.accepted.length;
  const queued = await topicsQueued(database);
  const unrecorded = pushes.accepted.filter(({ topic }) => queued.has(topic));
  await untilStarted(() => shop.start());
  return { shop: at, mailsBefore, unrecorded };
}

async function killServer(postgres: PostgresServer): Promise<void> {
  await postgres.kill();
  await pause(downMs);
  await postgres.start();
}
