import { describe, expect, it } from 'vitest';
import { creditNotes, type OrderRows, presentOrder } from '#server/orders/present-order.ts';

const refundedAt = '2026-03-02T09:00:00.000Z';

type OrderFields = Partial<OrderRows['order']>;
type ItemFields = Partial<OrderRows['items'][number]>;

function rows(
  order: OrderFields,
  refunds: readonly Pick<OrderRows['refunds'][number], 'kind' | 'amount'>[] = [],
  item: ItemFields = {},
): OrderRows {
  return {
    pendingReason: undefined,
    orderedBy: undefined,
    order: {
      id: 'o',
      orderNumber: 'PW-222222',
      accountId: 'a',
      state: 'paid',
      totalPrice: 1000,
      totalDiscount: 0,
      couponCode: null,
      couponDiscount: 0,
      customerName: 'Ada',
      customerEmail: 'ada@shop.example',
      customerCountry: '',
      customerCity: '',
      acceptedTermsVersion: '',
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
      paidAt: null,
      receiptNumber: null,
      providerOrderId: null,
      createRequestId: 'r',
      captureRequestId: null,
      providerCaptureId: null,
      capturedAmount: null,
      fee: null,
      isPractice: null,
      takenAt: null,
      colleagueId: null,
      paymentMethod: 'PayPal',
      declinedAt: null,
      refusedAt: null,
      reviewReason: null,
      nextPollAt: null,
      unansweredPolls: 0,
      unansweredSince: null,
      commissionId: null,
      quoteVersion: null,
      quotePart: null,
      releasedAt: null,
      ...order,
    },
    items: [
      {
        id: 'i',
        orderId: 'o',
        productId: 'p',
        position: 0,
        productName: 'Moons/Stars',
        imageUrl: '/images/x/640.webp',
        price: 1000,
        couponDiscount: 0,
        discountedPrice: null,
        licenseType: 'FABRIC_SHOP',
        licenceItems: 100,
        collectionName: null,
        licenceTextVersion: '1',
        revokedAt: null,
        refundedAt: null,
        ...item,
      },
    ],
    filesOf: new Map([
      ['p', [{ name: 'moons.png', bytes: 9, sha256: 'abc', archiveSha256: 'zip' }]],
    ]),
    cards: new Map(),
    years: new Map(),
    counts: new Map(),
    receipts: [],
    refunds: refunds.map((refund) => ({
      ...refund,
      creditNoteNumber: null,
      createdAt: '2026-03-02T09:00:00.000Z',
    })),
  };
}

describe('an order as its buyer sees it', () => {
  it.each([
    [{ state: 'draft' }, 'Pending', 'none'],
    [{ state: 'provider_creating' }, 'Pending', 'none'],
    [{ state: 'provider_created' }, 'Pending', 'none'],
    [{ state: 'provider_created', declinedAt: '2026-03-01T09:00:00.000Z' }, 'Pending', 'declined'],
    [{ state: 'capturing' }, 'Pending', 'processing'],
    [{ state: 'review' }, 'Pending', 'review'],
    [{ state: 'void' }, 'Pending', 'void'],
    [{ state: 'paid' }, 'Completed', 'paid'],
  ] as const)('shows %o as %s and %s', (order, status, paymentState) => {
    expect(presentOrder(rows(order))).toMatchObject({ status, paymentState });
  });

  it.each([
    [[{ kind: 'refund', amount: 400 }], 'part-refunded'],
    [
      [
        { kind: 'refund', amount: 400 },
        { kind: 'refund', amount: 600 },
      ],
      'refunded',
    ],
    [[{ kind: 'dispute', amount: 1000 }], 'disputed'],
    [
      [
        { kind: 'dispute', amount: 1000 },
        { kind: 'dispute_closed', amount: 1000 },
      ],
      'paid',
    ],
  ] as const)('derives from %o that it is %s, and stays Completed', (refunds, paymentState) => {
    expect(presentOrder(rows({}, refunds))).toMatchObject({ status: 'Completed', paymentState });
  });

  it('is free of charge without counting as refunded', () => {
    expect(presentOrder(rows({ totalPrice: 0 })).paymentState).toBe('paid');
  });

  it.each(['provider_created', 'capturing', 'review', 'void'] as const)(
    'has no link and no checksum while it is %s',
    (state) => {
      const [item] = presentOrder(rows({ state })).items;

      expect(item).toMatchObject({ downloadLink: '', files: [{ downloadLink: '', sha256: '' }] });
    },
  );

  it('has links once it is paid', () => {
    const [item] = presentOrder(rows({})).items;

    expect(item).toMatchObject({
      downloadLink: '/api/orders/o/items/i/download',
      fileName: 'moons.png',
      files: [{ downloadLink: '/api/orders/o/items/i/download/0', sha256: 'abc' }],
    });
  });

  it('says the checksum of what its link gives, once that is ready', () => {
    const of = (archives: readonly (string | null)[], order: OrderFields = {}) => {
      const files = archives.map((archiveSha256) => ({
        ...{ name: 'moons.png', bytes: 9, sha256: 'abc' },
        archiveSha256,
      }));
      const [item] = presentOrder({ ...rows(order), filesOf: new Map([['p', files]]) }).items;
      return item?.sha256;
    };
    expect(of([null])).toBe('abc');
    expect(of(['zip', 'zip'])).toBe('zip');
    expect(of([null, null])).toBe(undefined);
    expect(of(['zip', 'zip'], { state: 'review' })).toBe(undefined);
  });

  it('has no links for a revoked item', () => {
    const revoked = { revokedAt: '2026-03-02T09:00:00.000Z' };

    const [item] = presentOrder(rows({}, [], revoked)).items;

    expect(item).toMatchObject({ isRevoked: true, downloadLink: '', files: [{ sha256: '' }] });
  });

  it.each([
    ['what was paid for it', 700, { couponDiscount: 300 }, { amount: 7, at: refundedAt }],
    ['nothing if it cost nothing', 700, { price: 0 }, undefined],
    ['nothing if less than the total was paid', 699, {}, undefined],
    ['nothing if the payment was in another currency', null, {}, undefined],
  ])('says of a refunded item %s', (_, capturedAmount, changes, refunded) => {
    const order = { totalPrice: 700, capturedAmount };

    const [item] = presentOrder(rows(order, [], { refundedAt, ...changes })).items;

    expect(item?.refunded).toEqual(refunded);
  });
});

it('credit notes come oldest first, whatever their series', () => {
  const note = (creditNoteNumber: string, createdAt: string) => ({
    kind: 'refund' as const,
    amount: 100,
    creditNoteNumber,
    createdAt,
  });

  const shown = creditNotes([
    note('C-2026-000009', '2026-03-01T09:00:00.000Z'),
    note('C-2026-BCDF-000001', '2026-03-03T09:00:00.000Z'),
    note('C-2026-000010', '2026-03-02T09:00:00.000Z'),
    note('C-2026-ZZZZ-000001', '2026-02-01T09:00:00.000Z'),
  ]);

  expect(shown.map(({ number }) => number)).toEqual([
    'C-2026-ZZZZ-000001',
    'C-2026-000009',
    'C-2026-000010',
    'C-2026-BCDF-000001',
  ]);
});
