import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagerSteps } from '#contract/wire/pager.ts';

const gap = 'ellipsis';

/** A listing of more than seven pages, and one of its pages. */
const longListing = fc
  .integer({ min: 8, max: 5000 })
  .chain((total) =>
    fc.record({ total: fc.constant(total), page: fc.integer({ min: 1, max: total }) }),
  );

describe('the pager', () => {
  it('shows every page of up to seven (U03)', () => {
    for (let total = 0; total <= 7; total += 1) {
      for (let page = 1; page <= total; page += 1) {
        const all = Array.from({ length: total }, (_, index) => index + 1);
        expect(pagerSteps(page, total)).toEqual(all);
      }
    }
  });

  it('shows 1 to 5, a gap and the last while on page 4 or less (U04)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 5000 }),
        fc.integer({ min: 1, max: 4 }),
        (total, page) => {
          expect(pagerSteps(page, total)).toEqual([1, 2, 3, 4, 5, gap, total]);
        },
      ),
    );
  });

  it('shows the first, a gap and the last five near the end (U05)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 5000 }),
        fc.integer({ min: 0, max: 3 }),
        (total, left) => {
          const last = [total - 4, total - 3, total - 2, total - 1, total];
          expect(pagerSteps(total - left, total)).toEqual([1, gap, ...last]);
        },
      ),
    );
  });

  it('shows the first, the pages around the current one and the last elsewhere (U06)', () => {
    fc.assert(
      fc.property(longListing, ({ total, page }) => {
        fc.pre(page > 4 && page < total - 3);
        expect(pagerSteps(page, total)).toEqual([1, gap, page - 1, page, page + 1, gap, total]);
      }),
    );
  });

  it('always shows the current page, rising numbers, and gaps only where pages are left out', () => {
    fc.assert(
      fc.property(longListing, ({ total, page }) => {
        const steps = pagerSteps(page, total);
        expect(steps).toContain(page);
        steps.forEach((step, index) => {
          const before = steps[index - 1];
          const after = steps[index + 1];
          if (step === gap) {
            expect(Number(after) - Number(before)).toBeGreaterThan(1);
          } else if (typeof before === 'number') {
            expect(step).toBe(before + 1);
          }
        });
      }),
    );
  });

  it('treats a page outside the listing as the nearest one inside', () => {
    expect(pagerSteps(99, 20)).toEqual(pagerSteps(20, 20));
    expect(pagerSteps(-3, 20)).toEqual(pagerSteps(1, 20));
  });
});
