import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** What a database server and some processes have used so far, in seconds. */
export interface Spent {
  readonly wall: number;
  /** CPU time of the whole machine. */
  readonly machine: number;
  /** CPU time of the processes. */
  readonly shops: number;
  /** CPU time of the database server. */
  readonly server: number;
  /** Time in which the database server waited for the disk to store its log. */
  readonly fsync: number;
  readonly fsyncs: number;
}

/** Clock ticks of a process's times in `/proc`. */
const ticksPerSecond = 100;

/** The parent of a process, its CPU time, and that of its ended children, in seconds. */
function processTimes(pid: number | string) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const seconds = (at: number) => Number(fields[at]) / ticksPerSecond;
  return {
    parent: Number(fields[1]),
    own: seconds(11) + seconds(12),
    ended: seconds(13) + seconds(14),
  };
}

/** What these processes and the server have used; the server needs `track_wal_io_timing`. */
export async function spentBy(client: pg.Client, pids: readonly number[]): Promise<Spent> {
  const { rows } = await client.query(`
    SELECT current_setting('data_directory') AS folder, sum(fsync_time) / 1000 AS fsync, sum(fsyncs) AS fsyncs
    FROM pg_stat_io WHERE object = 'wal'`);
  const [{ folder, fsync, fsyncs }] = rows;
  const [main = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const { own, ended } = processTimes(main);
  let server = own + ended;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const times = processTimes(pid);
      if (times.parent === Number(main)) server += times.own;
    } catch {
      // It ended meanwhile.
    }
  }
  return {
    wall: performance.now() / 1000,
    machine:
      cpus().reduce(
        (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
        0,
      ) / 1000,
    shops: pids.reduce((sum, pid) => sum + processTimes(pid).own, 0),
    server,
    fsync: Number(fsync),
    fsyncs: Number(fsyncs),
  };
}

export function spentBetween(before: Spent, after: Spent): Spent {
  return combined(before, after, (one, other) => other - one);
}

export function spentTogether(one: Spent, other: Spent): Spent {
  return combined(one, other, (a, b) => a + b);
}

function combined(one: Spent, other: Spent, each: (a: number, b: number) => number): Spent {
  return {
    wall: each(one.wall, other.wall),
    machine: each(one.machine, other.machine),
    shops: each(one.shops, other.shops),
    server: each(one.server, other.server),
    fsync: each(one.fsync, other.fsync),
    fsyncs: each(one.fsyncs, other.fsyncs),
  };
}

/** A core or a disk that is busy for this share of the time is the limit. */
const full = 0.9;

/** In words, for so many adds. */
export function spentInWords(spent: Spent, adds: number): string {
  const { wall, machine, shops, server, fsync, fsyncs } = spent;
  const perAdd = (seconds: number) => `${((seconds / adds) * 1000).toFixed(2)} ms`;
  const share = (seconds: number, of: number) => `${Math.round((seconds / of) * 100)} %`;
  const cores = wall * cpus().length;
  const limits = [fsync / wall > full && 'the disk', machine / cores > full && 'the cores'];
  return [
    `CPU of an add ${perAdd(shops)} in shops and ${perAdd(server)} in PostgreSQL`,
    `disk busy with fsync ${share(fsync, wall)} (${fsyncs} for ${adds} adds, ${((fsync / fsyncs) * 1000).toFixed(1)} ms each)`,
    `cores busy ${share(machine, cores)}: shops ${share(shops, cores)}, PostgreSQL ${share(server, cores)}, others the rest`,
    `full: ${limits.filter(Boolean).join(' and ') || 'neither'}`,
  ].join('; ');
}
