import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPaypal } from '#server/orders/payments/paypal.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import {
  awaitSender,
  currentPatience,
  Patience,
  statementLimitMs,
  withOnePatience,
} from '#server/platform/database/patience.ts';
import { Reach } from '#server/platform/database/reach.ts';
import { untilReached } from '#server/platform/database/until-reached.ts';
import { answerInTime } from '#server/platform/http/answer-in-time.ts';
import { paypalOptions } from '#tests/support/paypal-options.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** How long it takes until that fails because the database is away. */
async function givenUpAfter(work: Promise<unknown>): Promise<number> {
  const since = performance.now();
  const failed = work.then(
    () => null,
    (error: unknown) => ({ error, ms: performance.now() - since }),
  );
  await pass(120_000);
  const found = await Promise.race([failed, Promise.resolve(null)]);
  expect(found?.error).toBeInstanceOf(DatabaseUnavailable);
  return found?.ms ?? 0;
}

describe('the patience of a request', () => {
  it('limits nothing until a wait was in vain; then all counts since its arrival', async () => {
    const patience = new Patience();
    await pass(7_000);
    expect(patience.limitMs(15_000)).toBe(15_000);
    patience.waitedInVain();
    expect([patience.limitMs(15_000), patience.limitMs(2_000)]).toEqual([3_000, 2_000]);
    await pass(60_000);
    expect(patience.limitMs(15_000)).toBe(1_000);
  });

  it('leaves out the time that its sender takes', async () => {
    await withOnePatience(async () => {
      const body = new Promise((resolve) => setTimeout(resolve, 60_000));
      const received = awaitSender(body);
      await pass(60_000);
      await received;
      expect(currentPatience().leftMs()).toBe(10_000);
    });
  });

  it('ends each wait for a database that never answers, whatever the work of the request is made of', async () => {
    const request = withOnePatience(async () => {
      const patience = currentPatience();
      // Such as two writes, and a password hashed in a long queue between them.
      await pass(4_000);
      const writing = patience.waitFor(never);
      await pass(2_000);
      patience.waitedInVain();
      return givenUpAfter(writing);
    });
    // Of ten seconds six are over; a commit and the question about it have at least one each.
    expect(await request).toBe(6_000);
  });

  it('leaves two seconds for each later wait, for a handler that goes on without an earlier one', async () => {
    const patience = new Patience();
    await pass(30_000);
    patience.waitedInVain();
    expect([
      await givenUpAfter(patience.waitFor(never)),
      await givenUpAfter(patience.waitFor(never)),
    ]).toEqual([5_000, 2_000]);
  });

  it('leaves a late wait that was the first in vain time to ask whether it took effect', async () => {
    const patience = new Patience();
    await pass(15_000);
    const committing = patience.waitFor(never);
    await pass(5_000);
    patience.waitedInVain();
    expect(await givenUpAfter(committing)).toBe(5_000);
  });

  it('leaves a late request time for another try, once', async () => {
    const patience = new Patience();
    await pass(15_000);
    patience.waitedInVain();
    const first = patience.leftMs();
    await pass(2_000);
    patience.waitedInVain();
    expect([first, patience.leftMs()]).toEqual([3_000, 1_000]);
  });

  it('has a late request try again when its connection breaks', async () => {
    const patience = new Patience();
    await pass(15_000);
    let tries = 0;
    const read = async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('broken'), { code: 'ECONNRESET' });
      return 'read';
    };
    const reading = untilReached(read, patience);
    await pass(1_000);
    expect([await reading, tries]).toEqual(['read', 2]);
  });

  it('lets a late request wait for its turn when the database was away for a moment', async () => {
    const reach = new Reach();
    const patience = new Patience();
    await pass(15_000);
    const { promise: turn, resolve } = Promise.withResolvers<string>();
    const waiting = reach.waitFor(turn, patience);
    reach.lost();
    await pass(500);
    resolve('turn');
    expect(await waiting).toBe('turn');
    const endless = reach.waitFor(never, patience);
    expect(await givenUpAfter(endless)).toBeLessThan(1_000);
  });

  it('lets a busy shop’s work end, however late', async () => {
    const patience = new Patience();
    const written = patience.waitFor(new Promise((resolve) => setTimeout(resolve, 30_000, 'done')));
    await pass(30_000);
    expect(await written).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is a new one outside of requests, and after the answer', async () => {
    await withOnePatience(async () => {
      await pass(9_500);
      currentPatience().limit();
      expect([currentPatience().leftMs(), statementLimitMs()]).toEqual([500, 1_000]);
    });
    expect([currentPatience().leftMs(), statementLimitMs()]).toEqual([10_000, undefined]);
  });
});

it('a request for work that must not be cut short is answered by the same deadline', async () => {
  const answered = withOnePatience(async () => {
    // Such as finding out who sent it.
    await pass(8_000);
    const since = performance.now();
    const capture = answerInTime(() => never, { otherwise: 'unknown', onLateFailure: () => {} });
    await pass(2_000);
    return [await capture, performance.now() - since, currentPatience().isInVain];
  });
  expect(await answered).toEqual(['unknown', 2_000, true]);
});

/** A client of PayPal over that network, with the limits of what it asked. */
function openClient(fetch: () => Promise<Response>) {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => limit.mockRestore());
  const log = pino({ level: 'silent' });
  return { limit, gateway: openPaypal({ ...paypalOptions, clock: () => new Date(), log, fetch }) };
}

const newToken = () => Response.json({ access_token: 'token', expires_in: 3600 });

it('the payment provider has what is left of a request’s time, and a late one’s half of it until something was in vain', async () => {
  const { limit, gateway } = openClient(async () => newToken());
  const limitAfter = (spentMs: number, vainForMs?: number) =>
    withOnePatience(async () => {
      await pass(spentMs);
      if (vainForMs !== undefined) currentPatience().waitedInVain();
      await pass(vainForMs ?? 0);
      await gateway.checkCredentials();
      return limit.mock.lastCall?.[0];
    });
  expect([await limitAfter(0), await limitAfter(4_000.25), await limitAfter(20_000)]).toEqual([
    10_000, 6_000, 5_000,
  ]);
  expect([await limitAfter(20_000, 0), await limitAfter(20_000, 9_000)]).toEqual([3_000, 2_000]);
  await gateway.checkCredentials();
  expect(limit).toHaveBeenLastCalledWith(15_000);
});

it('a token that several requests wait for isn’t given up at the deadline of the first', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  let renewals = 0;
  const { limit, gateway } = openClient(async () => {
    renewals += 1;
    await isAnswered;
    return newToken();
  });
  limit.mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  const ask = (spentMs: number) =>
    withOnePatience(async () => {
      await pass(spentMs);
      return gateway.getOrder('ANY');
    });
  const late = ask(6_000);
  await pass(6_000);
  const early = ask(0);
  await pass(5_000);
  expect(await late).toMatchObject({ kind: 'unknown', reason: 'no answer in time' });
  answer();
  await pass(1_000);
  // The answer isn't an order's, but it was asked for with the token.
  expect(await early).toMatchObject({ reason: 'an answer of another shape' });
  expect(renewals).toBe(2);
});
