import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '#server/platform/database/open.ts';
import { withOnePatience } from '#server/platform/database/patience.ts';
import { countUp } from '#tests/support/fresh-postgres.ts';
import { stuckCommits } from '#tests/support/stuck-commits.ts';

const { connect, open, awaitStandby, passTime, passUntil, sessions } = stuckCommits();
let here: Database;
let there: Database;

beforeEach(async () => {
  here = await open();
  there = await open();
});

const turnLock = 'SELECT pg_advisory_lock(72651)';
const isInTheWay = () => Object.assign(new Error('in the way'), { code: '40001' });

/** Ten seconds, and a little: for a try that has at least a second each for a commit and the question about it. */
const longestMs = 12_000;

interface Answered {
  readonly ms: number;
  readonly failure: unknown;
}

/** Makes a request that writes, with the time it took and how it failed. */
function request(write: () => Promise<unknown>): Promise<Answered> {
  return withOnePatience(async () => {
    const at = performance.now();
    const failure = await write().then(
      () => null,
      (error: unknown) => error,
    );
    return { ms: performance.now() - at, failure };
  });
}

/** Expects that each was given up in time. */
function expectInTime(answered: readonly Answered[]): void {
  const longest = Math.max(...answered.map(({ ms }) => ms));
  expect(answered.filter(({ failure }) => !(failure instanceof DatabaseUnavailable))).toEqual([]);
  expect(longest).toBeLessThan(longestMs);
}

describe('while a commit of another shop isn’t answered, a request gets its answer in time', () => {
  it('if it waits for a row', async () => {
    await awaitStandby('gone');
    const first = request(() => here.write((tx) => countUp(tx)));
    await expect.poll(() => sessions("wait_event = 'SyncRep'")).toBe(1);
    const second = request(() => there.write((tx) => countUp(tx)));
    expectInTime(await passUntil(Promise.all([first, second])));
  });

  it('if many requests of both use one coupon', async () => {
    await awaitStandby('gone');
    const requests = Array.from({ length: 10 }, (_, place) =>
      request(() => (place % 2 ? here : there).write((tx) => countUp(tx))),
    );
    expectInTime(await passUntil(Promise.all(requests)));
  });

  it.each([
    ['the turn', `${turnLock}`, undefined],
    ['its account', "SELECT pg_advisory_lock(hashtextextended('Ada', 0))", 'Ada'],
  ])('if it, and others in its shop, wait for %s', async (_, lock, owner) => {
    const stuck = await connect();
    await stuck.query(lock);
    await awaitStandby('gone');
    const committed = stuck.query('CREATE TABLE IF NOT EXISTS any_table ()').catch(() => {});
    const requests = Array.from({ length: 4 }, () => {
      let runs = 0;
      const work = async (tx: Parameters<typeof countUp>[0]) => {
        runs += 1;
        if (runs === 1 && owner === undefined) throw isInTheWay();
        return countUp(tx);
      };
      return request(() => there.write(work, owner));
    });
    expectInTime(await passUntil(Promise.all(requests)));
    await expect.poll(() => sessions("wait_event_type = 'Lock'")).toBe(0);
    await stuck.end();
    await committed;
  });
});

it('a request waits as long as it takes while another shop is busy', async () => {
  const busy = await connect();
  await busy.query(turnLock);
  passTime();
  let runs = 0;
  const waiting = request(() =>
    there.write(async (tx) => {
      runs += 1;
      if (runs === 1) throw isInTheWay();
      return countUp(tx);
    }),
  );
  await expect.poll(() => sessions("wait_event = 'advisory'")).toBe(1);
  const { promise: isLong, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, 14_000);
  await passUntil(isLong);
  await busy.end();

  const { ms, failure } = await passUntil(waiting);
  expect(failure).toBeNull();
  expect(ms).toBeGreaterThanOrEqual(14_000);
});

it('a late request tries again when its connection breaks', async () => {
  passTime();
  let runs = 0;
  const late = request(async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    return here.write(async (tx) => {
      runs += 1;
      const count = await countUp(tx);
      if (runs === 1) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
      return count;
    });
  });
  // A new connection takes a busy server longer than a question over an old one.
  const { failure } = await passUntil(late, 2);
  expect([failure, runs]).toEqual([null, 2]);
});
