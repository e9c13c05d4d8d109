import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/wire/api-error.ts';
import {
  isDue,
  type Outage,
  outageAfterAnswer,
  outageAfterFailure,
  type Requester,
  shortened,
  withTurn,
} from '#offline/outbox/outage.ts';

const minute = 60_000;
const silent = new ApiError('FETCH_ERROR');
const busy = (seconds: number) =>
  new ApiError(503, { message: 'Busy', code: 'UNAVAILABLE' }, seconds);
const broken = new ApiError(500, { message: 'Oh dear', code: 'INTERNAL' });

function failed(known: Outage | null, error: unknown, now: number, random = 0.5): Outage {
  const outage = outageAfterFailure(known, { by: 'sync', at: now }, error, now, random);
  if (!outage) throw new Error('No outage');
  return outage;
}

/** The times of the device's requests, from the first failure at 0 until `until`; at `hintAt` the browser hints that the shop is back. */
function tries(until: number, error: unknown, random: number, hintAt = until): number[] {
  const times: number[] = [];
  let outage: Outage | null = null;
  for (let now = 0; now < until; ) {
    times.push(now);
    outage = failed(outage, error, now, random);
    if (now <= hintAt && hintAt < outage.retryAt) {
      outage = shortened(outage, 'hint');
      now = Math.max(hintAt, outage.retryAt);
    } else now = outage.retryAt;
  }
  return times;
}

describe.each([0, 0.5, 0.999_999])('a shop that gives no answer, chance %d', (random) => {
  test('gets six requests in 20 seconds and at most fifteen in ten minutes', () => {
    expect(tries(20_000, silent, random)).toHaveLength(6);
    expect(tries(10 * minute, silent, random).length).toBeLessThanOrEqual(15);
  });

  test('gets at most fifteen requests if the browser hints at its return, whenever that is', () => {
    for (let hintAt = 0; hintAt < 10 * minute; hintAt += 500) {
      expect(tries(10 * minute, silent, random, hintAt).length).toBeLessThanOrEqual(15);
    }
  });

  test('gets a request within 3 s after an outage of 20, and later never more than three minutes apart', () => {
    const times = tries(60 * minute, silent, random);
    const next = times.find((time) => time >= 20_000) ?? Number.NaN;
    expect(next - 20_000).toBeLessThanOrEqual(3_000);
    const waits = times.slice(1).map((time, place) => time - (times[place] ?? 0));
    expect(Math.max(...waits)).toBeLessThanOrEqual(3 * minute);
  });

  test('gets no request before its Retry-After, nor from everybody at once after it', () => {
    const { retryAt } = failed(null, busy(120), 0, random);
    expect(retryAt).toBeGreaterThanOrEqual(120_000);
    expect(retryAt).toBeLessThanOrEqual(132_000);
    expect(failed(null, busy(86_400), 0, random).retryAt).toBe(5 * minute);
  });
});

test('sends six requests in 20 seconds for a change on which the server fails, two per attempt', () => {
  expect(tries(20_000, broken, 0.5)).toHaveLength(3);
});

test('does not lengthen the wait for a hundred failures within seconds', () => {
  let outage = failed(null, silent, 0);
  for (let now = 0; now < 5_000; now += 50) outage = failed(outage, silent, now);
  expect(outage.retryAt - outage.failedAt).toBe(3_500);
});

test('does not shorten a Retry-After because of a failed press', () => {
  const asked = failed(null, busy(120), 0);
  expect(failed(asked, silent, 1_000).retryAt).toBe(asked.retryAt);
});

test('a Retry-After holds until it has passed, whatever else fails before', () => {
  const asked = failed(null, busy(120), 0);
  const later = outageAfterFailure(asked, { by: 'catalogue', at: 5_000 }, silent, 5_000, 0.5);
  expect(later).toMatchObject({ by: 'sync', isFixed: true, retryAt: asked.retryAt });
  expect(later && outageAfterAnswer(later, { by: 'catalogue', at: 6_000 })).toEqual(later);

  const turn = withTurn(asked, 'catalogue', asked.retryAt);
  const after = outageAfterFailure(
    turn,
    { by: 'catalogue', at: asked.retryAt },
    silent,
    asked.retryAt + 1_000,
    0.5,
  );
  expect(after).toMatchObject({ by: 'catalogue', isFixed: false });
});

test('a shorter Retry-After does not replace one that still holds', () => {
  const asked = failed(null, busy(120), 0);
  expect(failed(asked, busy(1), 5_000).retryAt).toBe(asked.retryAt);
});

describe('a sign that the shop is back', () => {
  const long = failed(failed(null, silent, 0), silent, 2 * minute);

  test('shortens the backoff, once', () => {
    const cut = shortened(long, 'hint');
    expect(cut.retryAt).toBe(long.failedAt + 3_500);
    const again = failed(cut, silent, 3 * minute);
    expect(shortened(again, 'hint')).toEqual(again);
  });

  test('shortens it once more if the shop itself answered, and then no more', () => {
    const again = failed(shortened(long, 'hint'), silent, 3 * minute);
    const answered = shortened(again, 'answer');
    expect(answered.retryAt).toBe(again.failedAt + 3_500);
    const later = failed(answered, silent, 4 * minute);
    expect(shortened(later, 'answer')).toEqual(later);
    expect(shortened(later, 'hint')).toEqual(later);
  });

  test('does not use up its turn if there is nothing to shorten', () => {
    const short = failed(null, silent, 0);
    expect(shortened(short, 'hint')).toEqual(short);
  });

  test('neither cuts a turn short nor is used up by one', () => {
    const turn = withTurn(long, 'sync', long.retryAt);
    expect(isDue(shortened(turn, 'hint'), long.retryAt + 100)).toBe(false);
    expect(shortened(turn, 'hint')).toEqual(turn);
  });

  test('does not shorten a Retry-After', () => {
    const asked = failed(null, busy(120), 0);
    expect(shortened(asked, 'answer')).toEqual(asked);
  });
});

test.each<[Requester, Requester, boolean]>([
  ['sync', 'sync', true],
  ['catalogue', 'sync', true],
  ['catalogue', 'catalogue', true],
  ['sync', 'catalogue', false],
  ['orders', 'sync', true],
  ['orders', 'orders', true],
  ['sync', 'orders', false],
])('a failure of %s is over after a success of %s: %s', (by, answered, isOver) => {
  const outage = outageAfterFailure(null, { by, at: 0 }, silent, 0, 0.5);
  expect(outageAfterAnswer(outage, { by: answered, at: 1 }) === null).toBe(isOver);
});

test('only a request sent after a Retry-After was set may end it', () => {
  const asked = failed(null, busy(120), 1_000);
  expect(outageAfterAnswer(asked, { by: 'sync', at: 999 })).toEqual(asked);
  expect(outageAfterAnswer(asked, { by: 'sync', at: 1_001 })).toBeNull();
  const refused = new ApiError(404, { message: 'Gone', code: 'NOT_FOUND' });
  expect(outageAfterFailure(asked, { by: 'sync', at: 999 }, refused, 1_500, 0.5)).toEqual(asked);
});

test('a refusal counts as an answer from a working shop', () => {
  const outage = failed(null, silent, 0);
  const refused = new ApiError(404, { message: 'Gone', code: 'NOT_FOUND' });
  expect(outageAfterFailure(outage, { by: 'sync', at: 4_000 }, refused, 4_000, 0.5)).toBeNull();
});

test('a turn allows nothing else along with it', () => {
  const outage = failed(null, silent, 0);
  expect(isDue(outage, 3_500)).toBe(true);
  expect(isDue(withTurn(outage, 'sync', 3_500), 3_600)).toBe(false);
});

test('a clock that was a month ahead blocks nothing once it is right', () => {
  const outage = failed(null, silent, 31 * 24 * 60 * minute);
  expect(isDue(outage, 0)).toBe(true);
  expect(failed(outage, silent, 0).retryAt).toBe(3_500);
});
