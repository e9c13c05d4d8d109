import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPaypal } from '#server/orders/payments/paypal.ts';
import {
  currentPatience,
  Patience,
  statementLimitMs,
  withOnePatience,
} from '#server/platform/database/patience.ts';
import { paypalOptions } from '#tests/support/paypal-options.ts';

let now = 0;
beforeEach(() => {
  now = 50_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => vi.restoreAllMocks();
});

/** Begins a wait of that many milliseconds; returns when it began. */
function pass(milliseconds: number): number {
  const since = now;
  now += milliseconds;
  return since;
}

describe('the patience of a request', () => {
  it('limits nothing until a wait was in vain; then all waits count', () => {
    const patience = new Patience();
    patience.spend(pass(6_000));
    expect(patience.limitMs(15_000)).toBe(15_000);
    patience.spendInVain(pass(1_000));
    expect([patience.limitMs(15_000), patience.limitMs(2_000)]).toEqual([3_000, 2_000]);
    patience.spendInVain(pass(60_000));
    expect([patience.limitMs(15_000), patience.limitMs(15_000, 2_000)]).toEqual([1_000, 2_000]);
  });

  it('counts waits at the same time once, and what lies between them not at all', () => {
    const patience = new Patience();
    const first = pass(1_000);
    patience.spend(pass(500));
    patience.spend(pass(500));
    expect([patience.leftMs(), patience.leftMs(first)]).toEqual([9_000, 8_000]);
    patience.spend(first);
    expect([patience.leftMs(), patience.leftMs(first)]).toEqual([8_000, 8_000]);
    pass(5_000);
    expect(patience.leftMs()).toBe(8_000);
    expect(patience.leftMs(pass(2_000))).toBe(6_000);
  });

  it('is a new one outside of requests, and after the answer', async () => {
    await withOnePatience(async () => {
      currentPatience().spendInVain(pass(9_500));
      expect([currentPatience().leftMs(), statementLimitMs()]).toEqual([500, 1_000]);
    });
    expect([currentPatience().leftMs(), statementLimitMs()]).toEqual([10_000, undefined]);
  });
});

it('the payment provider has what the database left of a request’s time, but at least two seconds', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => limit.mockRestore());
  const gateway = openPaypal({
    ...paypalOptions,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    fetch: async () => Response.json({ access_token: 'token', expires_in: 3600 }),
  });
  const limitAfter = (spentMs: number) =>
    withOnePatience(async () => {
      if (spentMs > 0) currentPatience().spendInVain(pass(spentMs));
      await gateway.checkCredentials();
      return limit.mock.lastCall?.[0];
    });
  expect([await limitAfter(0), await limitAfter(4_000.25), await limitAfter(9_500)]).toEqual([
    15_000, 6_000, 2_000,
  ]);
});
