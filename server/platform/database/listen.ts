import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Following } from './open.ts';
import { endsIfIdle, setUpSession } from './session.ts';

/** What a shop's connections are called in `pg_stat_activity`. */
export const shopName = 'pinwheel';

/** Between two attempts to connect, in milliseconds. */
const pause = 500;

/** The server ends a connection that asked it nothing for so long, in milliseconds: its shop is stopped or gone. */
const endsAfter = 60_000;

/**
 * Calls `wake` when a transaction that notified `channel` is committed, whoever ran it. It connects again when
 * the connection breaks or doesn't answer, and calls `wake` after each connection, for what it missed.
 */
export function listen(
  connectionString: string,
  channel: string,
  wake: () => void,
  askedEveryMs = 15_000,
): Following {
  const stopped = new AbortController();
  const { signal } = stopped;
  let client: pg.Client | null = null;

  async function hear(): Promise<void> {
    client = new pg.Client({
      connectionString,
      application_name: shopName,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: askedEveryMs,
    });
    const ended = new AbortController();
    client.on('end', () => ended.abort());
    client.on('error', () => {});
    client.on('notification', wake);
    await client.connect();
    await setUpSession(client, endsIfIdle(endsAfter));
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    wake();
    // Nothing else tells a quiet connection from one whose server vanished. Throws once it doesn't answer.
    const over = AbortSignal.any([signal, ended.signal]);
    for (;;) {
      await setTimeout(askedEveryMs, undefined, { signal: over, ref: false });
      await client.query('SELECT 1');
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await hear().catch(() => client?.end().catch(() => {}));
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  }

  const following = follow();
  return {
    async stop() {
      stopped.abort();
      await client?.end().catch(() => {});
      await following;
    },
  };
}
