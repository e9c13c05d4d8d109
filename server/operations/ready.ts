import type { Hono } from 'hono';
import { checkWritable } from '../platform/database/check-writable.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { serveShop } from '../platform/sign-in/serve-shop.ts';

/** What hasn't answered by then counts as missing. */
const patienceMs = 2000;
/** A proxy asks every second; database and bucket are asked this often at most. */
const checkedEveryMs = 3000;
const retryAfter = 5;

/** Whether this process can serve: a proxy sends buyers to one that can. */
export function readyRoutes(app: Hono, services: Services, isStopping: () => boolean): void {
  const { database, files, log } = services;
  let last: { readonly at: number; readonly missing: Promise<string | null> } | null = null;

  async function check(): Promise<string | null> {
    const parts: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['database', () => checkWritable(database.read)],
      ['file store', () => files.check()],
    ];
    const missing = await Promise.all(
      parts.map(async ([name, ask]) => {
        try {
          await within(ask());
          return null;
        } catch (error) {
          log.warn({ err: error }, `the ${name} does not answer`);
          return name;
        }
      }),
    );
    return missing.filter((name) => name !== null).join(' and ') || null;
  }

  serveShop(app, services, 'ready', async () => {
    if (isStopping()) throw new Problem('UNAVAILABLE', 'This server is stopping.');
    const now = performance.now();
    if (!last || now - last.at > checkedEveryMs) last = { at: now, missing: check() };
    const missing = await last.missing;
    if (missing === null) return { status: 'ok' };
    throw new Problem('UNAVAILABLE', `The ${missing} can’t be reached.`, { retryAfter });
  });
}

function within<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
