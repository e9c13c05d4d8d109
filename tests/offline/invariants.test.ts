import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { campaignMs } from '#tests/support/campaign-ms.ts';
import { sample } from '#tests/support/sample.ts';
import { live } from './campaign-life.ts';
import { type CampaignShop, openCampaignShop } from './campaign-shop.ts';
import { sequence } from './campaign-steps.ts';
import { seededBugs } from './seeded-bugs.ts';

/**
 * The invariants 1 to 9 and 11 of docs/offline.md, on two browsers with two tabs and a worker each, two
 * accounts and a visitor, against the real server. Only the first browser touches designs 0–2, only the
 * second 3–5: a design that only one browser touches ends up as last wanted. Invariant 10 concerns the checkout
 * and is in price-shown.test.ts.
 */
/** `npm run trials` raises the count. */
const sequences = Number(process.env.DEVICE_SEQUENCES ?? 3);
/** A seeded bug must be caught within this many sequences; most take dozens, but chance may need more. */
const seededSequences = 2000;
/** One seeded bug per invariant, `npm test` a third of them; `npm run trials` runs all, each from a random seed. */
const isTrial = process.env.DEVICE_SEQUENCES !== undefined;
const seeded = isTrial
  ? seededBugs
  : sample(
      seededBugs.filter(
        ({ breaks }, place) => seededBugs.findIndex((bug) => bug.breaks === breaks) === place,
      ),
      3,
    );

let shop: CampaignShop;
beforeAll(async () => {
  shop = await openCampaignShop();
});

describe('the outbox, whatever happens on the way', () => {
  test(
    'loses nothing, doubles nothing, keeps its order and its account, and agrees with the server',
    async () => {
      await fc.assert(
        fc.asyncProperty(sequence, (steps) => live(shop, steps, { bug: null })),
        // Shrinking sequences of this many concurrent tasks hardly helps and takes minutes.
        { numRuns: sequences, endOnFailure: true },
      );
    },
    60_000 + sequences * 5000,
  );

  for (const bug of seeded) {
    test(`detects a build that breaks invariant ${bug.breaks}: it ${bug.name}`, {
      timeout: campaignMs,
    }, async () => {
      // A sequence in which another check fails first doesn't count.
      const property = fc.asyncProperty(sequence, (steps) =>
        live(shop, steps, { bug }).catch((error: Error) => {
          if (bug.caughtBy.test(error.message)) throw error;
        }),
      );
      const details = await fc.check(property, {
        numRuns: seededSequences,
        endOnFailure: true,
        ...(!isTrial && bug.shownBy),
      });
      expect(details.failed).toBe(true);
    });
  }
});
