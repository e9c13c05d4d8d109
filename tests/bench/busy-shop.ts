import { DatabaseSync } from 'node:sqlite';
import { idFrom } from '#server/platform/database/new-id.ts';
import { benchProductId } from './filled-database.ts';

const day = 86_400_000;
const first = ['Ada', 'Björn', 'Chloé', 'Dinah', 'Emeka', 'Fumiko', 'Greta', 'Hana', 'Ines', 'Jo'];
const last = ['Sewell', 'Weber', 'Okafor', 'Tanaka', 'Silva', 'Novak', 'Larsen', 'Moreau', 'Kim'];
const countries = ['France', 'Germany', 'Japan', 'United States', 'Norway', 'Brazil', ''];
const coupons = ['SPRING', 'THREADS', 'WELCOME', 'BOBBIN'];

interface BusyShop {
  readonly accounts: number;
  readonly orders: number;
  /** How many designs the database has, from `fillDatabase`. */
  readonly designs: number;
  /** The orders are spread evenly over two years before it. */
  readonly until: Date;
}

/**
 * Adds buyers and orders to the database file of a shop that isn't running: nine of ten orders are paid, a
 * fifth of them with a coupon, and one of fifty is refunded. The activity log has a line per order: a buyer's
 * approval, a refund or a design's new price.
 */
export function addBusiness(file: string, { accounts, orders, designs, until }: BusyShop): void {
  const database = new DatabaseSync(file);
  const insert = (table: string, columns: string) =>
    database.prepare(
      `INSERT INTO "${table}" (${columns.replace(/\w+/g, '"$&"')}) VALUES (${columns.replace(/\w+/g, '?')})`,
    );
  const account = insert(
    'accounts',
    'id, email, emailKey, passwordHash, firstName, lastName, licenseType, businessVerificationLink, status, isDemo, createdAt',
  );
  const order = insert(
    'orders',
    'id, orderNumber, accountId, state, totalPrice, totalDiscount, couponCode, couponDiscount, customerName, customerEmail, customerCountry, customerCity, acceptedTermsVersion, createdAt, updatedAt, paidAt, createRequestId, capturedAmount, paymentMethod',
  );
  const item = insert(
    'orderItems',
    'id, orderId, productId, position, productName, imageUrl, price, couponDiscount, licenseType, licenceTextVersion',
  );
  const refund = insert('refunds', 'id, orderId, kind, amount, providerId, createdAt');
  const line = insert('auditLines', 'at, actorId, action, subjectId, before, after');
  const at = (place: number, of: number) =>
    new Date(until.getTime() - Math.floor(((of - place) * 730 * day) / of)).toISOString();
  const nameOf = (place: number) =>
    [first[place % first.length] ?? '', last[(place * 7) % last.length] ?? ''] as const;
  const emailOf = (place: number) => `buyer-${place}@shop-${place % 997}.example`;
  const buyerId = (place: number) => idFrom(`busy buyer ${place}`);

  database.exec('BEGIN');
  for (let place = 0; place < accounts; place++) {
    const email = emailOf(place);
    const status = place % 200 === 0 ? 'pending' : 'approved';
    account.run(
      ...[buyerId(place), email, email, '', ...nameOf(place), 'SMALL_BUSINESS', ''],
      ...[status, 0, at(place, accounts)],
    );
  }
  for (let place = 0; place < orders; place++) {
    const id = idFrom(`busy order ${place}`);
    const buyer = (place * 7919) % accounts;
    const state = place % 10 > 0 ? 'paid' : place % 1000 === 0 ? 'review' : 'void';
    const createdAt = at(place, orders);
    const coupon = place % 5 === 0 ? (coupons[(place / 5) % coupons.length] ?? null) : null;
    const prices = [500 + ((place * 37) % 2500), 700 + ((place * 61) % 1900)];
    const items = prices.slice(0, 1 + (place % 2));
    const total = items.reduce((sum, price) => sum + price, 0) - (coupon ? 100 : 0);
    order.run(
      ...[id, `PW-${place.toString(36).toUpperCase().padStart(6, '0')}`, buyerId(buyer), state],
      ...[total, 0, coupon, coupon ? 100 : 0, nameOf(buyer).join(' '), emailOf(buyer)],
      ...[countries[place % countries.length] ?? '', 'Nantes', '1', createdAt, createdAt],
      ...[state === 'paid' ? createdAt : null, `busy-${place}`, state === 'paid' ? total : null],
      'paypal',
    );
    for (const [position, price] of items.entries()) {
      const design = (place * 104_729 + position * 31) % designs;
      item.run(
        ...[idFrom(`busy item ${place} ${position}`), id, benchProductId(design), position],
        ...[`Design ${design}`, '', price, position === 0 && coupon ? 100 : 0],
        ...['SMALL_BUSINESS', '1'],
      );
    }
    if (place % 50 === 1) {
      refund.run(
        ...[idFrom(`busy refund ${place}`), id, 'refund', Math.floor(total / 2)],
        ...[`busy-refund-${place}`, createdAt],
      );
      line.run(
        createdAt,
        'staff',
        'refunded',
        id,
        null,
        `{"amount":${Math.floor(total / 2) / 100}}`,
      );
    } else if (place % 2 === 0) {
      const approved = '{"status":"approved"}';
      const of = buyerId(place / 2);
      line.run(createdAt, 'staff', 'buyer.approved', of, '{"status":"pending"}', approved);
    } else {
      const design = benchProductId(place % designs);
      const prices = [total, total + 100].map((price) => `{"price":${price / 100}}`);
      line.run(createdAt, 'staff', 'design.price_changed', design, ...prices);
    }
  }
  database.exec('COMMIT');
  database.close();
}
