import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passedOn, returnPath } from '#api/return-path.ts';
import { requestLinkPath } from '#contract/shop/own-paths.ts';

describe('the way back after sign-in', () => {
  it('is the remembered screen with its query and what its link carries', () => {
    expect(returnPath({ from: '/checkout' })).toBe('/checkout');
    expect(returnPath({ from: '/shop?sort=a-z&page=2' })).toBe('/shop?sort=a-z&page=2');
    expect(returnPath({ from: requestLinkPath('t') })).toBe(requestLinkPath('t'));
  });

  it('is home if nothing suitable is remembered (P09)', () => {
    for (const state of [null, undefined, 'from', 7, {}, { from: null }, { from: '/nowhere' }]) {
      expect(returnPath(state)).toBe('/');
    }
  });

  it('is home instead of sign-in or sign-up', () => {
    expect(returnPath({ from: '/sign-in' })).toBe('/');
    expect(returnPath({ from: '/sign-up' })).toBe('/');
  });

  it('is passed on by the screens in between, and nothing else with it', () => {
    expect(passedOn({ from: '/checkout', token: 'x' })).toEqual({ from: '/checkout' });
    expect(passedOn({ from: 'https://evil.example/shop' })).toEqual({});
    expect(passedOn(null)).toEqual({});
    const email = 'olive@shop.example';
    expect(passedOn({ from: '/checkout', email })).toEqual({ from: '/checkout', email });
    expect(passedOn({ email }, 'other@shop.example')).toEqual({ email: 'other@shop.example' });
    expect([{ email: 7 }, { email: '' }].map((state) => passedOn(state))).toEqual([{}, {}]);
  });

  it('is home if another origin is remembered, whatever its path', () => {
    expect(returnPath({ from: 'https://evil.example/shop' })).toBe('/');
    expect(returnPath({ from: '//evil.example/shop' })).toBe('/');
  });

  it('never leaves the shop', () => {
    const lures = [
      'https://evil.example/shop',
      '//evil.example/shop',
      '/\\evil.example/shop',
      '/\t/evil.example/shop',
      'javascript:alert(1)',
      '/..//evil.example/',
      ' /shop',
    ];
    for (const from of lures) {
      const path = returnPath({ from });
      expect(new URL(path, 'https://pinwheel.example').origin).toBe('https://pinwheel.example');
      expect(path.startsWith('//')).toBe(false);
    }
    fc.assert(
      fc.property(fc.string(), (from) => {
        const path = returnPath({ from });
        expect(new URL(path, 'https://pinwheel.example').origin).toBe('https://pinwheel.example');
      }),
    );
  });
});
