import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hono } from 'hono';
import { createApp } from '#server/app.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { runShop } from '#tests/support/run-shop.ts';
import { servicesOver } from '#tests/support/services-over.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';
import { median, quantile } from '../bench/median.ts';
import { anyShop } from './instances/any-shop.ts';

/** How long changes took, in ms since they were sent. */
interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

export interface SharingReport {
  /** Until the shop that made the change answered. */
  readonly answered: Times;
  /** Until the other shop showed it. */
  readonly shown: Times;
  /** Of the machine. */
  readonly load: number;
}

const designCount = 200;
/** Longer than the looks of a shop that isn't told of changes are apart. */
const patienceMs = 10_000;

/**
 * Runs two shops on one PostgreSQL. In turn, each of them is sent so many changes of prices, and the other is asked for
 * the design until it answers with the new one.
 */
export async function shareChanges(count: number): Promise<SharingReport> {
  const folder = await mkdtemp(join(tmpdir(), 'pinwheel-sharing-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  try {
    const postgres = await runPostgres([]);
    ends.unshift(postgres.end);
    const database = await openPostgres(`${postgres.url}postgres`);
    ends.unshift(database.close);
    const services = await servicesOver(database, { DATA_DIR: folder });
    const { cookie } = await joinStudio(createApp(services), services);
    const designs: Design[] = [];
    for (let made = 0; made < designCount; made += 1) {
      designs.push({ id: await addProduct(services, { price: 1000 }), price: 10 });
    }
    const settings = { DATABASE_URL: `${postgres.url}postgres`, DEMO: 'off', LOG_LEVEL: 'silent' };
    const open = async () => {
      const shop = await runShop(settings, async () => {}, ['--api-only']);
      ends.unshift(shop.end);
      return anyShop([shop.url]).app;
    };
    const shops = [await open(), await open()] as const;
    const answered: number[] = [];
    const shown: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const [here, there] = at % 2 === 0 ? shops : shops.toReversed();
      const design = designs[at % designs.length];
      if (!here || !there || !design) continue;
      const [answeredMs, shownMs] = await changeUntilShown(here, there, cookie, design);
      answered.push(answeredMs);
      shown.push(shownMs);
    }
    const [load = Number.NaN] = loadavg();
    return { answered: timesOf(answered), shown: timesOf(shown), load };
  } finally {
    for (const end of ends) await end();
  }
}

interface Design {
  readonly id: string;
  /** As calls have it: not in cents. */
  price: number;
}

function timesOf(values: readonly number[]): Times {
  return { p50: median(values), p99: quantile(values, 0.99), longest: Math.max(...values) };
}

async function changeUntilShown(
  here: Hono,
  there: Hono,
  cookie: string,
  design: Design,
): Promise<[answeredMs: number, shownMs: number]> {
  const { id, price: from } = design;
  design.price += 1;
  const body = { from, price: design.price };
  const sentAt = performance.now();
  const passedMs = () => performance.now() - sentAt;
  const untilShown = async () => {
    for (;;) {
      const { answer } = await call(there, 'product', { params: { id } });
      if (answer.product.price === design.price) return passedMs();
      if (passedMs() > patienceMs) throw new Error(`${patienceMs} ms later, a price isn’t shown.`);
      await pause(1);
    }
  };
  const changing = callStudio(here, 'setDesignPrice', { params: { id }, body, cookie });
  return Promise.all([changing.then(passedMs), untilShown()]);
}

/** Times as a line prints them. */
export function timesInWords({ p50, p99, longest }: Times): string {
  return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${longest.toFixed(1)} ms`;
}
