import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { paperPath } from '#contract/shop/paper.ts';
import type { Paper } from '#server/orders/papers/paper.ts';
import { paperPdf } from '#server/orders/papers/paper-pdf.ts';
import { readPaper } from '#server/orders/papers/read-paper.ts';
import { saveSeller } from '#server/orders/papers/seller.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { refreshOrder } from '#server/orders/payments/refresh-order.ts';
import { numberMissing } from '#server/orders/receipts/number-missing.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { inParts, openCommissionShop } from '#tests/support/commission-shop.ts';
import { approvedOrder, openPaymentShop, type PaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

const nobody = { name: '', address: '', taxId: '' };
const number = 'PRACTICE-R-2026-000001';

function setSeller(
  shop: Pick<PaymentShop, 'services'>,
  base: typeof nobody,
  changes: typeof nobody,
) {
  return makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
    saveSeller(change, { base, changes }),
  );
}

function get(shop: PaymentShop, path: string, token?: string): Promise<Response> {
  const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  return Promise.resolve(shop.app.request(path, { headers }));
}

function paperOf(shop: Pick<PaymentShop, 'services'>, orderId: string, of = number) {
  const { database, env } = shop.services;
  return readPaper(database.read, env, { orderId, number: of, size: 'a4' });
}

const day = 86_400_000;

/** A payment that the provider took on 1 March 2026, and of which the shop heard three days later. */
async function noticedLate() {
  const shop = await openPaymentShop();
  const { orderId, paypalOrderId } = await approvedOrder(shop);
  const takenAt = shop.services.clock().toISOString();
  await shop.services.gateway.captureOrder(paypalOrderId ?? '', 'by hand');
  shop.pass(3 * day);
  await reconcileOnce(shop.services);
  return { shop, orderId, takenAt };
}

describe('money that moved before the shop noticed', () => {
  it('has its own day beside that of the receipt, whose number and day are of then', async () => {
    const { shop, orderId, takenAt } = await noticedLate();

    const order = await shop.order(orderId);
    const paper = await paperOf(shop, orderId);
    const [mail] = await shop.mailsTo(shop.buyer.email);

    expect(order).toMatchObject({ state: 'paid', takenAt });
    expect(order.paidAt).toBe(shop.services.clock().toISOString());
    expect(paper?.facts.slice(0, 2)).toEqual([
      ['Date', 'March 4, 2026'],
      ['Paid on', 'March 1, 2026'],
    ]);
    expect(mail?.text).toContain('was paid on March 1, 2026');
  });

  it('went back on its own day beside that of the credit note', async () => {
    const { shop, orderId } = await noticedLate();
    const { providerCaptureId } = await shop.order(orderId);
    const captureId = providerCaptureId ?? '';
    await shop.services.gateway.refundCapture({ captureId, requestId: 'by hand' });
    shop.pass(2 * day);
    await refreshOrder(shop.services, await shop.order(orderId), 'webhook');

    const paper = await paperOf(shop, orderId, 'PRACTICE-C-2026-000001');

    expect(paper?.facts.slice(0, 2)).toEqual([
      ['Date', 'March 6, 2026'],
      ['Refunded on', 'March 4, 2026'],
    ]);
  });
});

describe('a receipt', () => {
  it('is a tagged PDF for its buyer alone, the same each time', async () => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    const stranger = await signUp(shop.services, { email: 'stranger@shop.example' });
    const path = paperPath(orderId, number, 'a4');

    const response = await get(shop, path, shop.buyer.token);
    const bytes = Buffer.from(await response.arrayBuffer());
    const again = await get(shop, path, shop.buyer.token);

    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toContain(`Receipt ${number}.pdf`);
    const digest = createHash('sha256').update(bytes).digest('base64');
    expect(response.headers.get('Repr-Digest')).toBe(`sha-256=:${digest}:`);
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    expect(bytes.toString('latin1')).toContain('/StructTreeRoot');
    const others = [
      await get(shop, path),
      await get(shop, path, stranger.token),
      await get(shop, paperPath(orderId, 'PRACTICE-R-2026-000002', 'a4'), shop.buyer.token),
      await get(shop, path.replace('a4', 'a3'), shop.buyer.token),
    ];
    expect(others.map(({ status }) => status)).toEqual([401, 404, 404, 404]);
  });

  it('names the seller as of the payment', async () => {
    const shop = await openPaymentShop();
    const first = { name: 'Mia & Ada', address: '12 Sew Lane\nBristol', taxId: 'GB 123 456 789' };
    await setSeller(shop, nobody, first);
    shop.pass(1000);
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    shop.pass(1000);
    await setSeller(shop, first, { ...first, name: 'Another Ltd' });

    const paper = await paperOf(shop, orderId);

    expect(paper?.seller).toEqual([
      'Mia & Ada',
      '12 Sew Lane',
      'Bristol',
      'Tax ID: GB 123 456 789',
    ]);
    expect(paper?.buyer).toEqual(['Ada Lamp', 'ada@elsewhere.example']);
    expect(paper?.note).toBe('No tax is charged.');
  });

  it('has list price, discount, total and licence of each design', async () => {
    const shop = await openPaymentShop();
    const productIds = [
      await shop.addDesign({ title: 'Moth', price: 1200, discountedPrice: 900 }),
      await shop.addDesign({ title: 'Fern', price: 500 }),
    ];
    await shop.fillCart(...productIds);
    const { orderId, paypalOrderId } = await shop.checkout();
    await shop.approve(paypalOrderId);
    await shop.capture(orderId);

    const paper = await paperOf(shop, orderId);

    const detail = expect.stringMatching(/ licence$/);
    expect(paper?.rows).toEqual(
      expect.arrayContaining([
        { name: 'Moth', detail, cells: ['$12.00', '-$3.00', '$9.00'] },
        { name: 'Fern', detail, cells: ['$5.00', '', '$5.00'] },
      ]),
    );
    expect(paper?.total).toEqual(['Total', '$14.00']);
    expect(paper?.facts).toEqual([
      ['Date', 'March 1, 2026'],
      ['Order', expect.stringMatching(/^PW-/)],
      ['Paid with', 'Card'],
    ]);
  });
});

it('the papers of a custom design say which part of its price they are for', async () => {
  const made = await openCommissionShop(inParts);
  const { shop } = made;
  const deposit = await made.pay({ part: 'deposit' });
  await made.deliver();
  const rest = await made.pay({ part: 'rest' });

  const first = await paperOf(shop, deposit.orderId);
  const second = await paperOf(shop, rest.orderId, 'PRACTICE-R-2026-000002');

  const detail = expect.stringMatching(/ licence$/);
  expect(first?.rows).toMatchObject([{ name: expect.stringMatching(/\), deposit$/), detail }]);
  expect(second?.rows).toMatchObject([
    { name: expect.stringMatching(/\), rest of the price$/), detail: '' },
  ]);
});

it.each([
  ['R-2025-000001', '2026-01-01T03:00:00.000Z', 'December 31, 2025'],
  ['DEMO-R-2027-BCDF-000001', '2026-12-31T21:00:00.000Z', 'January 1, 2027'],
])(
  'the date of %s is in its year, whatever the time zone is now',
  async (receiptNumber, paidAt, date) => {
    const shop = await openPaymentShop();
    const { orderId } = await approvedOrder(shop);
    await shop.capture(orderId);
    await shop.services.database.write((tx) =>
      tx.updateTable('orders').set({ receiptNumber, paidAt }).where('id', '=', orderId).execute(),
    );

    const paper = await paperOf(shop, orderId, receiptNumber);

    expect(paper?.facts[0]).toEqual(['Date', date]);
  },
);

it('a credit note says what was refunded, and for which receipt', async () => {
  const { shop, orderId, itemIds, refund } = await openRefundShop([700, 500]);
  await refund(itemIds[0] ?? '', 700);
  shop.pass(1000);
  await refund(null, 500);
  await numberMissing(shop.services);

  const part = await paperOf(shop, orderId, 'PRACTICE-C-2026-000001');
  const rest = await paperOf(shop, orderId, 'PRACTICE-C-2026-000002');

  expect(part).toMatchObject({ kind: 'Credit note', total: ['Refunded', '$7.00'] });
  expect(part?.facts).toContainEqual(['For receipt', number]);
  expect(part?.rows[0]?.cells).toEqual(['$7.00']);
  expect(rest).toMatchObject({ total: ['Refunded', '$5.00'] });
  expect(rest?.rows.map(({ name, cells }) => [name, ...cells])).toEqual([
    [expect.stringMatching(/^Order PW-/), '$5.00'],
    [expect.stringMatching(/^Design /), ''],
    [expect.stringMatching(/^Design /), ''],
  ]);
});

const drawn: Paper = {
  kind: 'Receipt',
  number,
  size: 'letter',
  at: '2026-03-01T09:00:00.000Z',
  seller: ['Łódź Prints'],
  buyer: [
    'Ελένη Ждан',
    'สมชาย ใจดี',
    'محمد علي',
    'דוד כהן',
    '山田太郎',
    '김철수',
    '张伟',
    'Nguyễn Văn Ả',
  ],
  facts: [['Date', 'March 1, 2026']],
  columns: ['Design', 'List price', 'Discount', 'Price'],
  rows: [{ name: 'Moth', detail: 'Small business licence', cells: ['$1.00', '', '$1.00'] }],
  sums: [],
  total: ['Total', '$1.00'],
  note: 'No tax is charged.',
};

describe('the PDF', () => {
  it('has the letters of every script that it uses, and no others', async () => {
    const pdf = await paperPdf(drawn);

    const text = pdf.toString('latin1');
    expect(pdf.byteLength).toBeLessThan(60_000);
    expect(text.match(/\/FontFile2/g)?.length).toBeGreaterThanOrEqual(10);
    expect(text.match(/\/ToUnicode/g)?.length).toBe(text.match(/\/FontFile2/g)?.length);
    expect(text).toContain('[0 0 612 792]');
  });

  it('has 200 designs on several pages', async () => {
    const [row] = drawn.rows;
    const rows = Array.from({ length: 200 }, (_, place) => ({
      name: `Moth ${place} ${'of a long night '.repeat(6)}`,
      detail: row?.detail ?? '',
      cells: row?.cells ?? [],
    }));

    const pdf = await paperPdf({ ...drawn, buyer: ['Ada'], rows });

    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(5);
    expect(pdf.byteLength).toBeLessThan(200_000);
  });

  it('has every line of a long address above the footer', async () => {
    const address = Array.from({ length: 90 }, (_, line) => `Line ${line}`);
    const paper = { ...drawn, seller: ['Mia', ...address], buyer: ['Ada'] };

    const pages = startsOf(await paperPdf(paper));

    expect(pages).toHaveLength(3);
    expect(pages.flat().filter(({ x }) => x === 54)).toHaveLength(98);
    const footer = expect.closeTo(56.65);
    expect(pages.map((page) => Math.min(...page.map(({ y }) => y)))).toEqual([
      footer,
      footer,
      footer,
    ]);
  });

  it('draws each sum below all lines of the one before', async () => {
    const sums = [
      [`Coupon ${'W'.repeat(32)}`, '-$1.00'],
      ['Tax', '$0.00'],
    ] as const;

    const [page = []] = startsOf(await paperPdf({ ...drawn, buyer: ['Ada'], facts: [], sums }));

    const labels = page.filter(({ x }) => x === 318).map(({ y }) => y);
    expect(labels).toHaveLength(5);
    const gaps = labels.slice(1).map((y, place) => (labels[place] ?? 0) - y);
    expect(Math.min(...gaps)).toBeGreaterThan(13);
  });
});

/** Where texts start on each page: points from the left edge and from the lower one. */
function startsOf(pdf: Buffer): { readonly x: number; readonly y: number }[][] {
  const streams = pdf
    .toString('latin1')
    .matchAll(/\/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g);
  return [...streams].flatMap(([, packed = '']) => {
    const text = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    const starts = [...text.matchAll(/1 0 0 1 (\S+) (\S+) Tm/g)];
    return starts.length > 0 ? [starts.map(([, x, y]) => ({ x: Number(x), y: Number(y) }))] : [];
  });
}
