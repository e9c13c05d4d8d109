import type { OwnQuote, OwnRequest } from '#contract/shop/own-request.ts';

/** A custom request that its buyer has just sent. */
export function makeOwnRequest(part: Partial<OwnRequest> = {}): OwnRequest {
  return {
    _id: 'f'.repeat(24),
    createdAt: '2026-03-01T12:00:00.000Z',
    state: 'received',
    name: 'Hazel Button',
    email: 'hazel@shop.example',
    designType: 'Exclusive',
    description: 'Foxes in a wood.\nWith lanterns, please.',
    pictures: [],
    moves: [],
    quote: null,
    dueAt: null,
    delivery: null,
    ...part,
  };
}

export function makeOwnQuote(part: Partial<OwnQuote> = {}): OwnQuote {
  return {
    version: 1,
    price: 120,
    deposit: null,
    included: 'A seamless pattern.\nPNG at 350 DPI.',
    designType: 'Exclusive',
    rounds: 2,
    days: 10,
    termsVersion: '2026-11',
    validUntil: '2099-01-01T12:00:00.000Z',
    createdAt: '2026-03-02T12:00:00.000Z',
    ...part,
  };
}
