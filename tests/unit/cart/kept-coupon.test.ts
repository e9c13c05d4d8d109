import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptCoupon } from '#features/cart/kept-coupon.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const ana = 'a'.repeat(24);
const ben = 'b'.repeat(24);

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('a coupon code that is kept', () => {
  it('shows to the account that typed it, and to no other nor to a visitor', () => {
    keptCoupon.write('OTTERS-10', ana);
    expect(keptCoupon.read(ben)).toBe('');
    expect(keptCoupon.read(null)).toBe('');
    expect(keptCoupon.read(ana)).toBe('OTTERS-10');
  });

  it('of a visitor is for whoever signs in first, and for nobody after', () => {
    keptCoupon.write('OTTERS-10', null);
    expect(keptCoupon.read(null)).toBe('OTTERS-10');
    expect(keptCoupon.read(ana)).toBe('OTTERS-10');
    expect(keptCoupon.read(ben)).toBe('');
    expect(keptCoupon.read(null)).toBe('');
  });

  it('is gone once it was applied or refused', () => {
    keptCoupon.write('OTTERS-10', ana);
    keptCoupon.forget();
    expect(keptCoupon.read(ana)).toBe('');
  });

  it.each(['', 'null', '{', '[]', '4', '{"code":4,"accountId":null}'])(
    'is none where %j is kept',
    (text) => {
      localStorage.setItem('coupon-to-try', text);
      expect(keptCoupon.read(null)).toBe('');
    },
  );
});
