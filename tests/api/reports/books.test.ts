import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { closingMessages } from '#contract/studio/books.ts';
import { exportMessages } from '#contract/studio/data.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { saveSeller } from '#server/orders/papers/seller.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { bookedMonths } from '#server/reports/books.ts';
import { monthPaper } from '#server/reports/month-paper.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { livePayments } from '#tests/support/live-payments.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
let accountId: string;
let productIds: string[];

beforeEach(async () => {
  await open(livePayments);
});

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  ({ services, app, cookie } = await shopWithOwner({ settings }));
  ({ id: accountId } = await signUp(services));
  productIds = [await addProduct(services)];
}

/** An order of $12, paid at an instant. */
async function paid(paidAt: string, changes: object = {}): Promise<string> {
  const { id } = await addOrder(services, { accountId, productIds });
  const row = { state: 'paid' as const, paidAt, capturedAmount: 1200, fee: 91, ...changes };
  await change(id, row);
  return id;
}

function change(id: string, row: object) {
  return services.database.write((tx) =>
    tx.updateTable('orders').set(row).where('id', '=', id).execute(),
  );
}

function refund(orderId: string, createdAt: string, creditNoteNumber: string) {
  const row = { id: newId(), orderId, orderItemId: null, kind: 'refund' as const, amount: 250 };
  return services.database.write((tx) =>
    tx
      .insertInto('refunds')
      .values({ ...row, providerId: newId(), creditNoteNumber, createdAt })
      .execute(),
  );
}

async function csv(
  table: 'payments' | 'months' | 'orders',
  query: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await sendStudio(app, 'exportTable', { cookie, params: { table }, query });
  expect(response.status).toBe(200);
  return response.text();
}

const rowOf = async (month: string) =>
  (await csv('months')).split('\r\n').find((line) => line.startsWith(month));
const close = (month: string) => callStudio(app, 'closeMonth', { cookie, params: { month } });
const refusedClose = (month: string) =>
  studioRefused(app, 'closeMonth', { cookie, params: { month } });

test('a closed month says the same byte for byte, whatever changes of its orders', async () => {
  const first = await paid('2026-01-10T09:00:00.000Z', {
    receiptNumber: 'R-2026-000001',
    fee: null,
  });
  const second = await paid('2026-01-31T23:59:59.000Z', { receiptNumber: 'R-2026-000002' });
  await refund(second, '2026-01-31T23:59:59.500Z', 'C-2026-000001');
  await paid('2026-02-01T00:00:00.000Z', { receiptNumber: 'R-2026-000003' });
  const open = await csv('payments', { month: '2026-01' });
  await close('2026-01');
  const [payments, month] = [await csv('payments', { month: '2026-01' }), await rowOf('2026-01')];

  await change(first, { fee: 65 });
  await change(second, { state: 'void', capturedAmount: 0 });
  await paid('2026-01-20T09:00:00.000Z', { receiptNumber: 'R-2026-000004' });
  await callStudio(app, 'setTimeZone', {
    cookie,
    body: { from: 'UTC', timeZone: 'Pacific/Auckland' },
  });

  expect(payments).toBe(open);
  expect(await csv('payments', { month: '2026-01' })).toBe(payments);
  expect(await rowOf('2026-01')).toBe(month);
});

test('what changes of a closed month is an entry of its own in the open one, once', async () => {
  const first = await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1', fee: null });
  const second = await paid('2026-01-11T09:00:00.000Z', { receiptNumber: 'R-2' });
  await close('2026-01');
  await change(first, { fee: 65 });
  await change(second, { capturedAmount: 1000 });
  const late = await paid('2026-01-12T09:00:00.000Z', { receiptNumber: 'R-3' });

  await csv('payments');
  const lines = (await csv('payments'))
    .split('\r\n')
    .filter((line) => line.includes('Correction,'));

  const number = async (id: string) =>
    (
      await services.database.read
        .selectFrom('orders')
        .select('orderNumber')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).orderNumber;
  const today = dayIn('UTC', services.clock());
  expect(lines.toSorted()).toEqual([
    `${today},Correction,R-1,${await number(first)},0.00,0.65,-0.65,12.00,12.00,the payment provider said its fee`,
    `${today},Correction,R-2,${await number(second)},-2,0.00,-2,12.00,10.00,the amount changed`,
    `${today},Correction,R-3,${await number(late)},12.00,0.91,11.09,0.00,12.00,counted after its month was closed`,
  ]);
  await change(second, { state: 'review' });
  const { months } = (await callStudio(app, 'books', { cookie })).answer;
  expect(months.find(({ month }) => month === today.slice(0, 7))).toMatchObject({
    ...{ orders: 0, corrections: 4, corrected: 0, state: 'running', closed: null },
  });
});

test('who closed a month and when is in the books and in the activity log', async () => {
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  const { months } = (await close('2026-01')).answer;

  const at = services.clock().toISOString();
  expect(months).toEqual([
    {
      ...{ month: '2026-01', orders: 1, paid: 12, refunds: 0, refunded: 0, fees: 0.91 },
      ...{ unknownFees: 0, corrections: 0, corrected: 0, net: 11.09 },
      ...{ state: 'closed', closed: { at, by: studioEmail } },
    },
  ]);
  const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
  expect(answer.items[0]).toMatchObject({
    ...{ actor: studioEmail, action: 'month.closed', subjectId: '2026-01' },
  });
});

test('months are closed in order, once, and not before they are over', async () => {
  const now = services.clock().toISOString();
  const running = now.slice(0, 7);
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  await paid('2026-02-10T09:00:00.000Z', { receiptNumber: 'R-2' });
  await paid(now, { receiptNumber: 'R-3' });

  const refusals = [
    await refusedClose('2026-02'),
    await refusedClose(running),
    await refusedClose('2019-01'),
    await refusedClose('2026-13'),
  ];
  await close('2026-01');

  expect(refusals.map(({ status, problem }) => [status, problem.message])).toEqual([
    [409, closingMessages.earlier('2026-01')],
    [409, closingMessages.running(running)],
    [404, closingMessages.empty('2019-01')],
    [404, closingMessages.month],
  ]);
  expect((await refusedClose('2026-01')).problem.message).toBe(closingMessages.closed('2026-01'));
});

test('of two people who close a month at once, one does', async () => {
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example', 'owner');
  const params = { month: '2026-01' };

  const answers = await Promise.all(
    [cookie, theirs].map((each) => sendStudio(app, 'closeMonth', { cookie: each, params })),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(
    await services.database.read.selectFrom('bookEntries').select('id').execute(),
  ).toHaveLength(1);
});

test('payments and orders are exported from a day of the shop until another, without cancelled ones by choice', async () => {
  await paid('2026-01-10T23:59:59.000Z', {
    receiptNumber: 'R-1',
    createdAt: '2026-01-10T09:00:00.000Z',
  });
  await paid('2026-01-11T00:00:00.000Z', {
    receiptNumber: 'R-2',
    createdAt: '2026-01-11T09:00:00.000Z',
  });
  await paid('2026-01-12T00:00:00.000Z', {
    ...{ receiptNumber: null, paidAt: null, state: 'void', createdAt: '2026-01-11T09:00:00.000Z' },
  });
  const day = { from: '2026-01-11', until: '2026-01-11' };
  const rows = (text: string) => text.split('\r\n').filter((line) => line !== '').length - 1;

  expect(await csv('payments', day)).toMatch(/R-2/);
  expect(rows(await csv('payments', day))).toBe(1);
  expect(rows(await csv('orders', day))).toBe(2);
  expect(rows(await csv('orders', { ...day, cancelled: 'without' }))).toBe(1);
  for (const [table, query] of [
    ['orders', { from: '2026-01-12', until: '2026-01-11' }],
    ['orders', { from: '2026-02-30' }],
    ['orders', { until: 'x' }],
    // The instant after it begins with a plus.
    ['payments', { until: '9999-12-31' }],
    ['payments', { from: '0000-01-01' }],
    ['orders', { month: '2026-01' }],
    ['months', { month: '2026-01' }],
    ['payments', { month: '2026-01', until: '2026-01-31' }],
    ['customers', { until: '2026-01-31' }],
  ] as const) {
    const params = { table };
    const { status, problem } = await studioRefused(app, 'exportTable', { cookie, params, query });
    expect(status).toBe(422);
    expect(Object.values(exportMessages)).toContain(problem.message);
  }
});

test('the overview of a month is a PDF with its figures and the range of its numbers', async () => {
  const first = await paid('2026-01-10T09:00:00.000Z', {
    receiptNumber: 'R-2026-000001',
    fee: null,
  });
  await paid('2026-01-11T09:00:00.000Z', { receiptNumber: 'R-2026-000009' });
  await refund(first, '2026-01-12T09:00:00.000Z', 'C-2026-000003');
  const [month] = await bookedMonths(services.database.read, {
    ...{ timeZone: 'UTC', isTrial: false },
  });
  if (!month) throw new Error('There is no month');
  const paper = await monthPaper(services.database.read, month, { size: 'a4', timeZone: 'UTC' });

  expect(paper).toMatchObject({
    ...{ kind: 'Overview', number: '2026-01', buyer: [], total: ['Net', '$20.59'] },
    rows: [
      { name: 'Sales', detail: 'R-2026-000001 to R-2026-000009', cells: ['2', '$24.00'] },
      { name: 'Refunds', detail: 'C-2026-000003', cells: ['1', '-$2.50'] },
    ],
    sums: [
      ['Before fees', '$21.50'],
      ['Fees', '-$0.91'],
    ],
    note: 'No tax is charged. The fees of 1 order aren’t known, so they aren’t counted.',
  });
  const overview = async (size: 'a4' | 'letter') => {
    const params = { month: '2026-01', size };
    const response = await sendStudio(app, 'monthOverview', { cookie, params });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    return (await response.text()).replace(/^%PDF-1\.7/, '');
  };
  await close('2026-01');
  const drawn = await overview('letter');
  services.pass(3_600_000);
  expect(await overview('letter')).toBe(drawn);
  expect(await overview('a4')).not.toBe(drawn);
});

/** The lines of a CSV without its heading. */
const linesOf = (text: string) => text.split('\r\n').slice(1, -1);

test('payments that move no money count neither in months nor in their exports', async () => {
  const practice = await paid('2026-01-10T09:00:00.000Z', {
    receiptNumber: 'PRACTICE-R-2026-000001',
  });
  await paid('2026-01-11T09:00:00.000Z', { receiptNumber: 'DEMO-R-2026-000001' });
  await refund(practice, '2026-01-12T09:00:00.000Z', 'PRACTICE-C-2026-000001');
  await paid('2026-01-13T09:00:00.000Z', { receiptNumber: 'R-2026-000001' });

  expect(linesOf(await csv('payments'))).toHaveLength(1);
  const { months } = (await close('2026-01')).answer;
  expect(months).toMatchObject([{ month: '2026-01', orders: 1, paid: 12, refunds: 0 }]);
  expect(linesOf(await csv('payments'))).toEqual([expect.stringContaining('R-2026-000001')]);
});

test('a credit note of an order that never became a sale counts nothing, and is in its month', async () => {
  const order = await paid('2026-01-10T09:00:00.000Z', { state: 'void', paidAt: null });
  await refund(order, '2026-01-11T09:00:00.000Z', 'C-2026-000001');
  await paid('2026-01-12T09:00:00.000Z', { receiptNumber: 'R-2026-000001' });
  const open = await csv('payments', { month: '2026-01' });
  const { months } = (await close('2026-01')).answer;

  expect(open).toMatch(/Refund,C-2026-000001,\S+,0\.00,.*,the order never became a sale\r/);
  expect(months).toMatchObject([{ month: '2026-01', paid: 12, refunds: 1, refunded: 0 }]);
  expect(await csv('payments', { month: '2026-01' })).toBe(open);
});

test('a credit note that closed months don’t have, of an order that never became a sale, corrects nothing', async () => {
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  await close('2026-01');
  const order = await paid('2026-01-10T09:00:00.000Z', { state: 'void', paidAt: null });
  await refund(order, '2026-01-11T09:00:00.000Z', 'C-2026-000001');

  const { months } = (await callStudio(app, 'books', { cookie })).answer;
  expect(months).toMatchObject([{ month: '2026-01', corrections: 0 }]);
});

test('a refund whose order is no sale any more is corrected for that reason', async () => {
  const order = await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  await refund(order, '2026-01-11T09:00:00.000Z', 'C-1');
  await close('2026-01');
  await change(order, { state: 'review' });

  await csv('payments');
  const lines = linesOf(await csv('payments')).filter((line) => line.includes('Correction,'));
  expect(lines.map((line) => line.split(',').slice(7)).toSorted()).toEqual([
    ['-2.5', '0.00', 'no longer counts as a sale'],
    ['12.00', '0.00', 'no longer counts as a sale'],
  ]);
});

test('a shop that is tried out shows what its payments come to, and closes no month', async () => {
  await open({});
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'PRACTICE-R-2026-000001' });

  const { answer } = await callStudio(app, 'books', { cookie });
  expect(answer).toMatchObject({ isTrial: true, months: [{ paid: 12, state: 'later' }] });
  const { status, problem } = await refusedClose('2026-01');
  expect([status, problem.message]).toEqual([409, closingMessages.trial]);
});

test('an order that is gone or was practice is taken back from what its closed month counted', async () => {
  const order = await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  const other = await paid('2026-01-11T09:00:00.000Z', { receiptNumber: 'R-2' });
  await close('2026-01');
  await services.database.write(async (tx) => {
    await tx.deleteFrom('orderItems').where('orderId', '=', order).execute();
    await tx.deleteFrom('orders').where('id', '=', order).execute();
  });
  await change(other, { receiptNumber: 'PRACTICE-R-2026-000001' });

  await csv('payments');
  const lines = linesOf(await csv('payments')).filter((line) => line.includes('Correction,'));
  expect(lines.map((line) => line.split(',').slice(4))).toEqual(
    Array.from({ length: 2 }, () => [
      ...['-12', '-0.91', '-11.09', '12.00', '0.00', 'no longer counts as a sale'],
    ]),
  );
});

test('a fee that isn’t known of a payment counted late is unknown', async () => {
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  await close('2026-01');
  const late = { receiptNumber: 'R-2', fee: null, providerCaptureId: 'CAPTURE-1' };
  await paid('2026-01-11T09:00:00.000Z', late);

  const { months } = (await callStudio(app, 'books', { cookie })).answer;
  expect(months[0]).toMatchObject({ month: '2026-03', corrections: 1, unknownFees: 1 });
  expect(linesOf(await csv('payments')).at(-1)).toMatch(/,12\.00,unknown,unknown,0\.00,12\.00,/);
});

test('a correction isn’t dated before the month that is open, however slow the clock', async () => {
  const first = await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  await paid('2026-02-10T09:00:00.000Z', { receiptNumber: 'R-2' });
  await close('2026-01');
  services.pass(-40 * 86_400_000);
  await change(first, { capturedAmount: 1000 });

  const { months } = (await callStudio(app, 'books', { cookie })).answer;
  expect(months[0]).toMatchObject({ month: '2026-02', corrections: 1, corrected: -2 });
});

test('pages of payments have each once, by time, however many are of one instant', async () => {
  const at = '2026-01-10T09:00:00.000Z';
  await paid(at, { receiptNumber: 'R-0' });
  await services.database.write(async (tx) => {
    const { id: _, ...row } = await tx.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    for (let made = 1; made <= 1100; made += 1) {
      const paidAt =
        made < 700 ? at : `2026-01-11T09:00:00.${String(made - 700).padStart(3, '0')}Z`;
      const own = { id: newId(), orderNumber: `PW-${made}`, receiptNumber: `R-${made}`, paidAt };
      const provider = { providerOrderId: null, providerCaptureId: null };
      await tx
        .insertInto('orders')
        .values({ ...row, ...own, ...provider })
        .execute();
    }
  });

  const lines = linesOf(await csv('payments'));
  expect(new Set(lines).size).toBe(1101);
  expect(lines).toHaveLength(1101);
  const days = lines.map((line) => line.split(',')[0]);
  expect(days).toEqual(days.toSorted());
});

test('the overview of a closed month names the seller of then', async () => {
  await paid('2026-01-10T09:00:00.000Z', { receiptNumber: 'R-1' });
  await close('2026-01');
  const overview = async () => {
    const params = { month: '2026-01', size: 'a4' } as const;
    return (await sendStudio(app, 'monthOverview', { cookie, params })).text();
  };
  const drawn = await overview();
  await makeAuditedChange(services, accountId, (own) =>
    saveSeller(own, {
      base: { name: '', address: '', taxId: '' },
      changes: { name: 'Mia Reed', address: '1 Long Street', taxId: '12' },
    }),
  );

  expect(await overview()).toBe(drawn);
});
