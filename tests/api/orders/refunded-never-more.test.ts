import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#server/platform/http/problem.ts';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import {
  answeringAfter,
  dropAfter,
  dropBefore,
  type Fault,
  refusing,
} from '#tests/support/payment-faults.ts';
import { openRefundShop, type RefundShop } from '#tests/support/refund-shop.ts';

/** Requests any amount, not just what is left: the shop must check. */
const stepArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant('refund' as const),
    /** Which design; past the last: everything that is left. */
    place: fc.nat(3),
    fault: fc.constantFrom<Fault | null>(
      null,
      dropBefore,
      dropAfter,
      answeringAfter(502, ''),
      refusing(422, 'TRANSACTION_REFUSED'),
    ),
  }),
  fc.record({ kind: fc.constant('by hand' as const), cents: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ kind: fc.constant('reconcile' as const) }),
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** The next refund of a design, or of the rest, in an amount that may be right. */
async function ask(made: RefundShop, prices: readonly number[], place: number): Promise<void> {
  const itemId = made.itemIds[place] ?? null;
  const back = (await made.recorded()).reduce((sum, cents) => sum + cents, 0);
  const left = prices.reduce((sum, cents) => sum + cents, 0) - back;
  const cents = itemId === null ? left : Math.min(left, prices[place] ?? 0);
  try {
    await made.refund(itemId, cents);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function take(made: RefundShop, prices: readonly number[], step: Step, count: number) {
  const { shop, orderId } = made;
  if (step.kind === 'reconcile') return made.reconcile();
  if (step.kind === 'by hand') {
    const { providerCaptureId } = await shop.order(orderId);
    return shop.services.gateway.refundCapture({
      captureId: providerCaptureId ?? '',
      requestId: `by hand ${count}`,
      amount: { cents: step.cents, currency: 'USD' },
    });
  }
  if (step.fault) shop.provider.plan('refund', step.fault);
  return ask(made, prices, step.place);
}

/** Refunds that the shop refuses itself never reach the provider's faults. */
const unmetFaults: Step[] = [null, dropBefore, dropBefore].map((fault) => ({
  kind: 'refund',
  place: 0,
  fault,
}));

test('never refunds more than was taken, and the shop knows about every cent', {
  timeout: campaignMs,
}, async () => {
  const prices = [500, 700, 1];
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), async (steps) => {
      const made = await openRefundShop(prices);

      for (const [count, step] of steps.entries()) await take(made, prices, step, count);
      // The provider works again.
      made.shop.provider.recover();
      await made.reconcile();
      await ask(made, prices, prices.length);
      await made.reconcile();

      const back = await made.atProvider();
      const recorded = await made.recorded();
      expect(back.reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(1201);
      expect(recorded.toSorted()).toEqual(back.toSorted());
      expect(await made.requests()).not.toContain('open');
    }),
    { numRuns: Number(process.env.REFUND_SEQUENCES ?? 15), examples: [[unmetFaults]] },
  );
});
