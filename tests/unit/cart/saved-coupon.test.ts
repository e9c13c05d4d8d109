import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedCoupon } from '#features/cart/saved-coupon.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const ana = 'a'.repeat(24);
const ben = 'b'.repeat(24);

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('a saved coupon code', () => {
  it('is shown to the account that typed it, and to no other account or visitor', () => {
    savedCoupon.write('OTTERS-10', ana);
    expect(savedCoupon.read(ben)).toBe('');
    expect(savedCoupon.read(null)).toBe('');
    expect(savedCoupon.read(ana)).toBe('OTTERS-10');
  });

  it('of a visitor goes to the first account that signs in, and to nobody after', () => {
    savedCoupon.write('OTTERS-10', null);
    expect(savedCoupon.read(null)).toBe('OTTERS-10');
    expect(savedCoupon.read(ana)).toBe('OTTERS-10');
    expect(savedCoupon.read(ben)).toBe('');
    expect(savedCoupon.read(null)).toBe('');
  });

  it('is deleted once it was applied or refused', () => {
    savedCoupon.write('OTTERS-10', ana);
    savedCoupon.forget();
    expect(savedCoupon.read(ana)).toBe('');
  });

  it.each(['', 'null', '{', '[]', '4', '{"code":4,"accountId":null}'])(
    'is empty if %j is stored',
    (text) => {
      localStorage.setItem('coupon-to-try', text);
      expect(savedCoupon.read(null)).toBe('');
    },
  );
});
