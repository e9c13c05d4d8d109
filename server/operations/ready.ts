import type { Hono } from 'hono';
import { type ReadyPart, readyParts } from '#contract/shop/ready.ts';
import { checkWritable } from '../platform/database/check-writable.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';

/** What hasn't answered by then counts as missing. */
const patienceMs = 2000;
/** A proxy asks every second; database and bucket are asked this often at most. */
const checkedEveryMs = 3000;

/** Whether this process can serve: a proxy sends buyers to one that can, and a device sends what waits there. */
export function readyRoutes(app: Hono, services: Services, isStopping: () => boolean): void {
  const { database, files } = services;
  const isThere: Readonly<Record<ReadyPart, () => Promise<boolean>>> = {
    database: askerOf(services, 'database', () => checkWritable(database)),
    files: askerOf(services, 'files', () => files.check()),
  };

  serveShop(app, services, 'ready', async ({ query: { needs } }) => {
    if (isStopping()) throw new Problem('UNAVAILABLE', 'This server is stopping.');
    const needed = needs === undefined ? readyParts : [needs];
    const found = await Promise.all(needed.map((part) => isThere[part]()));
    const missing = needed.filter((_, at) => !found[at]);
    if (missing.length === 0) return { status: 'ok' };
    // Buyers read it. Without a Retry-After, so that a device waits longer the longer the outage lasts.
    const what = missing.join(' and its ');
    throw new Problem(
      'UNAVAILABLE',
      `The shop can’t reach its ${what} right now. Please try again in a minute.`,
    );
  });
}

/** Asks a part whether it answers, at most once in `checkedEveryMs`. */
function askerOf(
  { log }: Services,
  part: ReadyPart,
  ask: () => Promise<unknown>,
): () => Promise<boolean> {
  let last: { readonly at: number; readonly answers: Promise<boolean> } | null = null;

  async function doesAnswer(): Promise<boolean> {
    try {
      await within(ask());
      return true;
    } catch (error) {
      log.warn({ err: error, part }, 'the shop is not ready');
      return false;
    }
  }

  return () => {
    const now = performance.now();
    if (!last || now - last.at > checkedEveryMs) last = { at: now, answers: doesAnswer() };
    return last.answers;
  };
}

function within<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
