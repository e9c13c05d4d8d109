import { afterEach, expect, it, vi } from 'vitest';
import { forgetStored } from '#app/forget-stored.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const ana = 'a'.repeat(24);
const ben = 'b'.repeat(24);
const of = (accountId: string | null, words: string) => JSON.stringify({ accountId, words });

afterEach(() => vi.unstubAllGlobals());

it("deletes only other accounts' values from both storages", () => {
  const localStorage = fakeStorage({
    'coupon-to-try': of(ana, 'OTTERS-10'),
    cart: of(ben, 'a fox'),
    wishlist: of(null, 'a moon'),
    install: '{"visits":2}',
    recent: '["owl"]',
    torn: '{',
  });
  const sessionStorage = fakeStorage({ placed: of(ana, 'an order'), scroll: '{"top":500}' });
  vi.stubGlobal('window', { localStorage, sessionStorage });

  forgetStored(ben);

  expect(Object.keys(localStorage)).toEqual(['cart', 'wishlist', 'install', 'recent', 'torn']);
  expect(Object.keys(sessionStorage)).toEqual(['scroll']);
});

it('clears the available storage if the other is blocked', () => {
  const sessionStorage = fakeStorage({ placed: of(ana, 'an order') });
  vi.stubGlobal('window', {
    sessionStorage,
    get localStorage(): never {
      throw new DOMException('Blocked', 'SecurityError');
    },
  });

  forgetStored(ben);

  expect(Object.keys(sessionStorage)).toEqual([]);
});
