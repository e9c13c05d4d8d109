import { describe, expect, it } from 'vitest';
import { needsDocumentLoad } from '#ui/checkout-border.ts';

describe("the checkout's border", () => {
  it('is crossed by a document load on the way in', () => {
    for (const to of ['/checkout', '/checkout/', '/checkout?retry=1', '/checkout#pay']) {
      expect(needsDocumentLoad(false, to)).toBe(true);
    }
  });

  it('is crossed by a document load on the way out', () => {
    for (const to of ['/', '/add-to-cart', '/sign-in', '/shop?page=2']) {
      expect(needsDocumentLoad(true, to)).toBe(true);
    }
  });

  it('includes the confirmation that the checkout leads to', () => {
    expect(needsDocumentLoad(true, '/order-success')).toBe(false);
    expect(needsDocumentLoad(true, '/checkout')).toBe(false);
  });

  it('is nowhere else', () => {
    for (const to of ['/', '/shop', '/order-success', '/checkout-help']) {
      expect(needsDocumentLoad(false, to)).toBe(false);
    }
  });
});
