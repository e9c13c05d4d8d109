import { beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { doNext, type End, type Kind } from '#server/platform/jobs/do-next.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

/** What holds for background work of every kind. */

const away = new DatabaseUnavailable(new Error('ECONNREFUSED'));
const refused = Object.assign(new Error('refused'), { code: '23514' });

let services: TestServices;
let events: string[];

beforeEach(async () => {
  const made = await makeServices();
  const { database } = made;
  // Pieces and ends are in memory, so each must be called once a write. PostgreSQL may run a transaction's work again.
  services = { ...made, database: { ...database, write: (work) => work(database.read) } };
  events = [];
});

/** One piece, which is free again once it is given back. */
function onePiece(): Kind<string> {
  let isFree = true;
  return {
    name: 'pieces',
    isAnyFree: async () => isFree,
    async claim() {
      isFree = false;
      return 'piece';
    },
    renew: async () => true,
    async giveBack() {
      isFree = true;
      events.push('given back');
    },
  };
}

/** An end that fails with these errors, one after the other, and then is recorded. */
function endAfter(...failures: readonly Error[]): End {
  const left = [...failures];
  return async () => {
    const failure = left.shift();
    if (failure) throw failure;
    events.push('ended');
  };
}

test('what has ended is recorded once the database answers again, with one line in the log', async () => {
  const warn = vi.spyOn(services.log, 'warn').mockReturnValue();

  expect(await doNext(services, onePiece(), async () => endAfter(away, away))).toBe(true);

  expect(events).toEqual(['ended']);
  expect(warn).toHaveBeenCalledOnce();
});

test('what failed is given back, and done again', async () => {
  const kind = onePiece();
  const fails = doNext(services, kind, () => Promise.reject(away));

  await expect(fails).rejects.toBe(away);
  expect(await doNext(services, kind, async () => endAfter())).toBe(true);

  expect(events).toEqual(['given back', 'ended']);
});

test('what has ended and the database refuses to record holds up nothing, and isn’t done again', async () => {
  const kind = onePiece();

  await expect(doNext(services, kind, async () => endAfter(refused))).rejects.toBe(refused);
  const recorded = doNext(services, onePiece(), async (_, { record }) => {
    await record(endAfter(refused));
    return null;
  });
  await expect(recorded).rejects.toBe(refused);

  expect(await doNext(services, kind, async () => endAfter())).toBe(false);
  expect(events).toEqual([]);
});

test('a shop that stops doesn’t wait for the database', async () => {
  const stopped = AbortSignal.abort();

  expect(await doNext(services, onePiece(), async () => endAfter(away), stopped)).toBe(true);

  expect(events).toEqual([]);
});
