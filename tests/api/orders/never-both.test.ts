import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { dropAfter, dropBefore, type Fault, refusing } from '#tests/support/payment-faults.ts';
import { openReviewShop, type ReviewShop, unavailable } from '#tests/support/review-shop.ts';

/** The faults of the provider's answers during a step. */
const getFault = fc.constantFrom<Fault | null>(
  null,
  unavailable,
  dropBefore,
  refusing(404, 'INVALID_RESOURCE_ID'),
);

const stepArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant('refund' as const),
    fault: fc.constantFrom<Fault | null>(null, dropBefore, dropAfter),
    getFault,
  }),
  fc.record({
    kind: fc.constant('by hand' as const),
    cents: fc.constantFrom(1, 500, 700, 1200),
    getFault,
  }),
  fc.record({ kind: fc.constant('notice' as const), place: fc.nat(3), getFault }),
  fc.record({
    kind: fc.constant('decide' as const),
    decision: fc.constantFrom('grant' as const, 'void' as const),
    getFault,
  }),
  fc.record({ kind: fc.constant('reconcile' as const), getFault }),
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

async function take(made: ReviewShop, step: Step): Promise<void> {
  const { shop } = made;
  const fault = step.getFault;
  if (fault) shop.provider.plan('get', fault, fault);
  if (step.kind === 'refund') {
    if (step.fault) shop.provider.plan('refund', step.fault);
    await made.refund().catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
  if (step.kind === 'by hand') await made.refundByHand(step.cents);
  if (step.kind === 'notice') await made.sendRefundNotice(step.place);
  if (step.kind === 'decide') await made.decide(step.decision);
  if (step.kind === 'reconcile') await reconcile(made);
  // A fault not triggered in this step must not affect later ones.
  shop.provider.recover();
}

async function reconcile({ shop }: ReviewShop): Promise<void> {
  shop.pass(3_700_000);
  await reconcileOnce(shop.services);
}

/** A lost answer, then a grant while the provider is out of order. */
const emptiedThenGranted: Step[] = [
  { kind: 'refund', fault: null, getFault: unavailable },
  { kind: 'decide', decision: 'grant', getFault: unavailable },
];

test('nobody gets both the files and the refund, whatever is lost or late', {
  timeout: campaignMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), async (steps) => {
      const made = await openReviewShop();

      for (const step of steps) {
        await take(made, step);
        const isEmptied = (await made.recorded()) >= made.captured;
        if (isEmptied) expect(await made.isOpen(), step.kind).toBe(false);
      }
      // The provider works again, and sends each notice until it is accepted.
      await reconcile(made);
      await reconcile(made);
      const { refunds } = made.shop.practice.order(await providerId(made)) ?? { refunds: [] };
      for (const place of refunds.keys()) expect(await made.sendRefundNotice(place)).toBe(200);

      expect(await made.recorded()).toBe(made.returned());
      const { state } = await made.shop.order(made.orderId);
      if (made.returned() === made.captured) {
        expect(await made.isOpen()).toBe(false);
        expect(state).not.toBe('review');
      }
    }),
    { numRuns: Number(process.env.REVIEW_SEQUENCES ?? 6), examples: [[emptiedThenGranted]] },
  );
});

async function providerId({ shop, orderId }: ReviewShop): Promise<string> {
  return (await shop.order(orderId)).providerOrderId ?? '';
}
