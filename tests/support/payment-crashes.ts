import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import { type Moment, type PaymentBridge, startBridge } from './payment-bridge.ts';
import type { Operation } from './payment-faults.ts';
import { stock, type Ware } from './payment-wares.ts';
import { type RunningShop, runShop } from './run-shop.ts';
import { startProvider } from './start-provider.ts';

interface CrashPoint {
  readonly operation: Operation;
  readonly moment: Moment;
  /** Who makes the call to the provider. */
  readonly caller: 'browser' | 'reconciler';
}

const moments: readonly Moment[] = ['heard', 'done', 'answered'];
export const crashPoints: readonly CrashPoint[] = [
  ...moments.map((moment) => ({ operation: 'create', moment, caller: 'browser' }) as const),
  ...moments.map((moment) => ({ operation: 'capture', moment, caller: 'browser' }) as const),
  ...moments.map((moment) => ({ operation: 'get', moment, caller: 'reconciler' }) as const),
  ...moments.map((moment) => ({ operation: 'capture', moment, caller: 'reconciler' }) as const),
];

/** `problems` is empty if the provider's payments and the shop's orders agree after every crash. */
export interface CrashReport {
  readonly fired: Readonly<Record<string, number>>;
  readonly paidOrders: number;
  readonly captures: number;
  readonly problems: readonly string[];
}

interface Round extends Ware {
  readonly point: CrashPoint;
  /** Whether the buyer comes back and retries after the crash, or never does. */
  readonly isBuyerBack: boolean;
  /** Between the provider's answer and the crash. */
  readonly laterMs: number;
}

interface Parts {
  readonly shop: RunningShop;
  readonly bridge: PaymentBridge;
  readonly providerUrl: string;
  readonly providerFile: string;
}

const customerDetails = { name: 'Ada Lamp', email: 'ada@elsewhere.example' };
const patienceMs = 30_000;

/**
 * Buys a design in each round, or pays for a custom request or a yearly licence, from a real shop with the payment stand-in, each in its own process, and kills
 * the shop at a chosen moment of a call to the provider. Whatever was captured must then be one paid order,
 * and nothing may stay half done.
 */
export async function crashPayments(
  count: number,
  points: readonly CrashPoint[] = crashPoints,
): Promise<CrashReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-provider-'));
  const providerFile = join(folder, 'provider.sqlite');
  const provider = await startProvider(providerFile);
  let shop: RunningShop | null = null;
  const bridge = await startBridge(provider.url, async () => shop?.kill());
  const wares: Ware[] = [];
  const fired: Record<string, number> = {};
  const problems: string[] = [];
  try {
    const settings = {
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      PAYPAL_CLIENT_ID: 'practice',
      PAYPAL_CLIENT_SECRET: 'practice',
      PAYPAL_API_URL: bridge.url,
    };
    const fill = async (dataDir: string) => {
      wares.push(...(await stock(dataDir, count, points.length)));
    };
    shop = await runShop(settings, fill, ['--api-only']);
    const parts: Parts = { shop, bridge, providerUrl: provider.url, providerFile };
    for (const [place, ware] of wares.entries()) {
      const point = points[place % points.length];
      if (!point) throw new Error('there are no crash points');
      const isBuyerBack = Math.floor(place / points.length) % 2 === 0;
      const laterMs = Math.floor(place / points.length / 2) % 12;
      const name = `${point.caller}: ${point.operation} ${point.moment}`;
      const found = await runRound(parts, { ...ware, point, isBuyerBack, laterMs });
      const who = isBuyerBack ? 'buyer back' : 'buyer gone';
      problems.push(...found.problems.map((text) => `round ${place}, ${name}, ${who}: ${text}`));
      if (found.hasFired) fired[name] = (fired[name] ?? 0) + 1;
      if (problems.length > 20) break;
    }
    const [paid] = rows(
      shopFile(shop),
      "SELECT count(*) AS count FROM orders WHERE state = 'paid'",
    );
    const [captures] = rows(providerFile, 'SELECT count(*) AS count FROM captures');
    const [integrity] = rows(shopFile(shop), 'PRAGMA integrity_check');
    if (integrity?.integrity_check !== 'ok') problems.push('the database is damaged');
    return {
      fired,
      paidOrders: Number(paid?.count),
      captures: Number(captures?.count),
      problems,
    };
  } finally {
    await shop?.end();
    await bridge.close();
    await provider.end();
    rmSync(folder, { recursive: true });
  }
}

/** One purchase with one crash; returns what is wrong afterwards. */
async function runRound(
  parts: Parts,
  round: Round,
): Promise<{ hasFired: boolean; problems: string[] }> {
  const { shop, bridge } = parts;
  const { point } = round;
  if (!round.quoted) await send(shop, round, 'cartAdd', { productId: round.productId });
  let orderId: string | null = null;
  let hasFired = true;
  const remember = (id: string) => {
    orderId = id;
  };
  if (point.caller === 'browser') {
    const crash = bridge.killAt(point.operation, point.moment, round.laterMs);
    await buy(parts, round, remember).catch(() => undefined);
    hasFired = await inTime(crash);
  } else {
    // The browser dies with the shop after the approval; the next start finds the order.
    const order = await checkout(shop, round);
    remember(order.orderId);
    await approve(parts, order.paypalOrderId);
    await shop.kill();
    passAMinute(shop);
    const crash = bridge.killAt(point.operation, point.moment, round.laterMs);
    await shop.start().catch(() => undefined);
    hasFired = await inTime(crash);
  }
  bridge.disarm();
  await shop.kill();
  passAMinute(shop);
  await shop.start();
  if (round.isBuyerBack) {
    await buy(parts, round, remember, orderId).catch(() => undefined);
  }
  const isQuiet = await until(() => quiet(parts, round.productId));
  const problems = [
    ...(hasFired ? [] : ['the call never came, so nothing was killed']),
    ...(isQuiet ? [] : ['not settled in time']),
    ...wrongs(parts, round),
  ];
  return { hasFired, problems };
}

/** False if it didn't happen within a buyer's patience. */
function inTime(event: Promise<void>): Promise<boolean> {
  return Promise.race([event.then(() => true), pause(patienceMs, false, { ref: false })]);
}

/** What the browser does from Create Order to the end; `known` is an order it still shows. */
async function buy(
  parts: Parts,
  round: Round,
  remember: (orderId: string) => void,
  known: string | null = null,
): Promise<void> {
  let orderId = known;
  if (orderId === null) {
    const order = await checkout(parts.shop, round);
    orderId = order.orderId;
    remember(orderId);
    await approve(parts, order.paypalOrderId);
  }
  await send(parts.shop, round, 'capturePayment', { orderId });
}

async function checkout(shop: RunningShop, round: Round) {
  const { productId, quoted } = round;
  return (await send(shop, round, 'checkout', {
    customerDetails,
    ...(quoted ? { quoted } : { productIds: [productId] }),
  })) as { orderId: string; paypalOrderId: string | null };
}

async function approve({ providerUrl }: Parts, paypalOrderId: string | null): Promise<void> {
  if (paypalOrderId === null) return;
  await fetch(`${providerUrl}/buyer/orders/${paypalOrderId}/approve`, {
    method: 'POST',
    body: JSON.stringify({ source: 'paypal', isDeclined: false }),
  });
}

async function send(shop: RunningShop, { token }: Round, name: CallName, body: object) {
  const response = await fetch(shop.url + callPath(name), {
    method: calls[name].method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return answer;
}

function shopFile(shop: RunningShop): string {
  return join(shop.dataDir, 'pinwheel.sqlite');
}

function rows(file: string, statement: string, ...values: SQLInputValue[]) {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    return database.prepare(statement).all(...values);
  } finally {
    database.close();
  }
}

/** While the shop is down, makes everything it waits for due. */
function passAMinute(shop: RunningShop): void {
  const past = new Date(0).toISOString();
  rows(shopFile(shop), 'UPDATE orders SET nextPollAt = ? WHERE nextPollAt IS NOT NULL', past);
}

interface OrderSeen {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly captureId: string | null;
  /** What the provider has, one entry per order it created. */
  readonly atProvider: readonly { readonly status: string; readonly captures: readonly string[] }[];
}

function ordersOf({ shop, providerFile }: Parts, productId: string): OrderSeen[] {
  const known = rows(providerFile, 'SELECT body FROM orders').map(
    ({ body }) =>
      JSON.parse(String(body)) as {
        status: string;
        unit: { custom_id: string };
        captures: { id: string }[];
      },
  );
  return rows(
    shopFile(shop),
    `SELECT orders.* FROM orders JOIN orderItems ON orderItems.orderId = orders.id
     WHERE orderItems.productId = ?`,
    productId,
  ).map((row) => ({
    id: String(row.id),
    number: String(row.orderNumber),
    state: String(row.state),
    captureId: row.providerCaptureId === null ? null : String(row.providerCaptureId),
    atProvider: known
      .filter(({ unit }) => unit.custom_id === row.id)
      .map(({ status, captures }) => ({ status, captures: captures.map(({ id }) => id) })),
  }));
}

/** Nothing is in progress: every order is final, or nobody has approved it. */
function quiet(parts: Parts, productId: string): boolean {
  return ordersOf(parts, productId).every(
    ({ state, atProvider }) =>
      state === 'paid' ||
      state === 'void' ||
      state === 'review' ||
      (state === 'provider_created' && atProvider.every(({ status }) => status === 'CREATED')),
  );
}

function wrongs(parts: Parts, { productId, quoted, wants, isBuyerBack, point }: Round): string[] {
  const orders = ordersOf(parts, productId);
  const paid = orders.filter(({ state }) => state === 'paid');
  const captured = orders.flatMap(({ atProvider }) => atProvider).flatMap((each) => each.captures);
  const file = shopFile(parts.shop);
  const [product] = rows(file, 'SELECT salesCount FROM products WHERE id = ?', productId);
  const receipts = paid.map(({ number }) =>
    rows(file, 'SELECT id FROM mailOutbox WHERE subject LIKE ?', `%${number}%`),
  );
  const mustBePaid = isBuyerBack || point.operation !== 'create';
  const found: string[] = [];
  const expect = (isRight: boolean, text: string) => {
    if (!isRight) found.push(`${text}: ${JSON.stringify(orders)}`);
  };
  expect(
    captured.length === paid.length,
    `${captured.length} captures, ${paid.length} paid orders`,
  );
  expect(
    paid.every(({ captureId }) => captured.includes(captureId ?? '')),
    'another capture',
  );
  expect(captured.length <= 1, 'captured more than once');
  expect(!mustBePaid || paid.length === 1, 'the payment came to nothing');
  const sold = quoted ? 0 : paid.length;
  expect(Number(product?.salesCount) === sold, `${product?.salesCount} sales`);
  if (quoted) {
    const sql = 'SELECT state FROM customRequests WHERE id = ?';
    const [request] = rows(file, sql, quoted.requestId);
    const isYear = wants === 'yearly_licence';
    const done = isYear ? 'accepted' : 'paid';
    const state = paid.length === 1 ? done : 'quoted';
    expect(request?.state === state, `the request is ${request?.state}`);
    const [licence] = rows(
      file,
      `SELECT endsOn, card FROM customRequests
       LEFT JOIN yearlyLicences ON yearlyLicences.accountId = customRequests.accountId
       LEFT JOIN orders ON orders.commissionId = customRequests.id AND orders.state = 'paid'
       LEFT JOIN orderItems ON orderItems.orderId = orders.id
       LEFT JOIN licenceCards ON licenceCards.orderItemId = orderItems.id
       WHERE customRequests.id = ?`,
      quoted.requestId,
    );
    const isGiven = paid.length === 1;
    expect((licence?.endsOn != null) === (isYear && isGiven), 'another yearly licence');
    expect((licence?.card != null) === isGiven, 'another licence card');
  }
  expect(
    receipts.every((mails) => mails.length === 2),
    'not two receipts',
  );
  expect(!orders.some(({ state }) => state === 'review'), 'an order in review');
  return found;
}

async function until(isThere: () => boolean): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    if (isThere()) return true;
    await pause(25);
  }
  return false;
}
