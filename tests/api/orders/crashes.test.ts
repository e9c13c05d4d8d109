import { describe, expect, it } from 'vitest';
import { crashPayments, crashPoints } from '#tests/support/payment-crashes.ts';

describe('a shop killed around its calls to the provider', () => {
  it('has one paid order per capture after the restart, and nothing half done', async () => {
    const report = await crashPayments(crashPoints.length);

    const fired = Object.values(report.fired).reduce((sum, count) => sum + count, 0);
    expect(report.problems).toEqual([]);
    expect(fired).toBe(crashPoints.length);
    expect(report.paidOrders).toBe(report.captures);
  }, 300_000);
});
