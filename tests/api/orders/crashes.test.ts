import { describe, expect, it } from 'vitest';
import { crashPayments, crashPoints } from '#tests/support/payment-crashes.ts';
import { sample } from '#tests/support/sample.ts';

describe('a shop killed around its calls to the provider', () => {
  it('has one paid order per capture after the restart, and nothing half done', async () => {
    const points = sample(crashPoints, 5);
    const report = await crashPayments(points.length, points);

    const fired = Object.values(report.fired).reduce((sum, count) => sum + count, 0);
    expect(report.problems).toEqual([]);
    expect(fired).toBe(points.length);
    expect(report.paidOrders).toBe(report.captures);
  }, 300_000);
});
