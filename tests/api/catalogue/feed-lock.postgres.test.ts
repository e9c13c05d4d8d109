import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { StudioCallName } from '#contract/studio/calls.ts';
import { doNextWork } from '#server/designs/files/do-work.ts';
import { queueDelivery } from '#server/designs/files/work-queue.ts';
import { changeKey, listKeys } from '#server/licences/cards/keys.ts';
import { decideReview } from '#server/orders/decide-review.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { revokeItem } from '#server/orders/revoke-item.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { altered } from '#tests/support/payment-faults.ts';
import { approvedOrder, customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { openStudioWorld } from '#tests/support/studio-world.ts';

/** While a transaction has this lock, every other that records a change of the catalogue waits. */
const feedLock = 72_652;

async function newDatabase() {
  const url = await newPostgres('migrated');
  const database = await openPostgres(url);
  atEndOfFile(() => database.close());
  return { url, database };
}

/** Has a database refuse mails and audit lines from a transaction that has the lock, and count the statements that store mails. */
async function refuseUnderLock({ read }: Database): Promise<void> {
  await sql`
    CREATE SEQUENCE statements;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objid = ${sql.lit(feedLock)} AND pid = pg_backend_pid())
      THEN RAISE 'the lock is held'; END IF;
      IF TG_TABLE_NAME = 'mailOutbox' THEN PERFORM nextval('statements'); END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER refuse AFTER INSERT ON "mailOutbox" EXECUTE FUNCTION refuse();
    CREATE TRIGGER refuse AFTER INSERT ON "auditLines" EXECUTE FUNCTION refuse()`.execute(read);
}

async function openDatabase() {
  const { url, database } = await newDatabase();
  await refuseUnderLock(database);
  const statements = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM statements`.execute(
      database.read,
    );
    return rows[0]?.count;
  };
  return { url, database, statements };
}

/** A shop in such a database. */
async function openShop() {
  const { url, database } = await openDatabase();
  const shop = await openPaymentShop({ database });
  return { url, database, shop };
}

async function recipients({ database }: Pick<TestServices, 'database'>) {
  const mails = await database.read.selectFrom('mailOutbox').select('recipient').execute();
  return mails.map(({ recipient }) => recipient).sort();
}

const emails = ['ada@shop.example', 'grace@shop.example', 'mary@shop.example'];

test('mails about new versions of files are stored at once, before others have to wait', async () => {
  const { database, statements } = await openDatabase();
  const services = await makeServices({ database });
  const productId = await addProduct(services, { files: { 'a.pdf': Buffer.from('%PDF-1.7') } });
  for (const email of emails) {
    const { id: accountId } = await signUp(services, { email });
    await addOrder(services, { accountId, productIds: [productId] });
  }
  await makeChange(services, (change) => queueDelivery(change, productId, ['a.pdf']));

  while (await doNextWork(services));

  expect(await recipients(services)).toEqual(emails);
  expect(await statements()).toBe(1);
});

test('the mails of a payment are stored before others have to wait', async () => {
  const { database } = await openDatabase();
  const shop = await openPaymentShop({ database });
  const { orderId } = await approvedOrder(shop);

  await shop.capture(orderId);

  expect(await recipients(shop.services)).toContain(customer.email);
});

test('the mails of a payment that comes with a refund are stored before others have to wait', async () => {
  const { shop } = await openShop();
  const { orderId, productId } = await approvedOrder(shop, { price: 1200 });
  const amount = { value: '12.00', currency_code: 'USD' };
  const refunds = JSON.stringify([{ id: 'R1', status: 'COMPLETED', amount }]);
  const refunded = altered((text) => text.replace('"refunds":[]', `"refunds":${refunds}`));
  shop.provider.plan('capture', refunded);

  await shop.capture(orderId);

  const mails = await shop.mailsTo(shop.buyer.email);
  expect(mails.map(({ subject }) => subject.split(' for ')[0])).toEqual([
    'Your receipt',
    'Your refund',
  ]);
  expect(await shop.salesOf(productId)).toBe(0);
});

test('the mails of a free order are stored before others have to wait, though a sale is due', async () => {
  const { database, shop } = await openShop();
  await shop.fillCart(await shop.addDesign({ price: 0 }));
  const other = await shop.addDesign({ price: 1200 });
  const saleStartsAt = shop.services.clock().toISOString();
  await database.write((tx) =>
    tx
      .updateTable('products')
      .set({ salePrice: 800, saleStartsAt, saleTurnsAt: saleStartsAt })
      .where('id', '=', other)
      .execute(),
  );

  const { orderId } = await shop.checkout();

  expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
  expect(await shop.mailsTo(customer.email)).toHaveLength(1);
});

test('the audit line of a released order is stored before others have to wait', async () => {
  const { shop } = await openShop();
  const { orderId } = await approvedOrder(shop, { price: 1200 });
  const tooLittle = altered((text) => text.replaceAll('"12.00"', '"11.99"'));
  shop.provider.plan('capture', tooLittle);
  await shop.capture(orderId);

  await makeAuditedChange(shop.services, 'a'.repeat(24), (change) =>
    decideReview(change, shop.services.env, orderId, 'grant'),
  );

  expect(await shop.order(orderId)).toMatchObject({ state: 'paid' });
});

test('the audit line of a new key of licence cards is stored before others have to wait', async () => {
  const { shop } = await openShop();

  const key = await makeAuditedChange(shop.services, 'a'.repeat(24), changeKey);

  const [inUse] = await listKeys(shop.services.database.read);
  expect(inUse?.id).toBe(key);
});

test('the mails and audit lines of refunds and revoked downloads are stored before others have to wait', async () => {
  const { database } = await openDatabase();
  const made = await openRefundShop([500, 700], { database });
  const { orderId, itemIds } = made;
  const [first = '', second = ''] = itemIds;
  const line = { action: 'download.revoked', subjectId: second };

  await made.refund(first, 500);
  await makeAuditedChange(made.shop.services, 'a'.repeat(24), (change) =>
    revokeItem(change, made.shop.services.env, { orderId, itemId: second }, true),
  );

  const mails = await database.read.selectFrom('mailOutbox').select('subject').execute();
  expect(mails.filter(({ subject }) => /refund/i.test(subject))).not.toEqual([]);
  const lines = database.read.selectFrom('auditLines').select(['action', 'subjectId']);
  expect(await lines.execute()).toContainEqual(line);
});

test('no call of the studio stores a mail or an audit line while others have to wait', async () => {
  const { database } = await newDatabase();
  const { right, send } = await openStudioWorld({ database });
  // The design whose files and pictures change: in the shop, that is a change of the catalogue.
  await database.write((tx) =>
    tx
      .updateTable('products')
      .set({ status: 'published' })
      .where(
        'id',
        'in',
        tx.selectFrom('productImages').select('productId').where('position', '=', 1),
      )
      .execute(),
  );
  await refuseUnderLock(database);
  const refused: StudioCallName[] = [];

  for (const name of Object.keys(right) as StudioCallName[]) {
    const response = await send(name, await right[name]());
    await response.arrayBuffer();
    if (response.status !== 200) refused.push(name);
  }

  expect(refused).toEqual([]);
});

test('a payment that waits too long for others is refused, and then made once', async () => {
  const { url, shop } = await openShop();
  const { orderId, paypalOrderId } = await approvedOrder(shop);
  const other = new pg.Client(url);
  await other.connect();
  await other.query(`SELECT pg_advisory_lock(${feedLock})`);

  const capture = shop.capture(orderId);
  // As the limit of a statement's time does.
  const cancelled = () =>
    other.query(`SELECT pg_cancel_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND objid = ${feedLock} AND NOT granted`);
  await expect.poll(async () => (await cancelled()).rowCount).toBe(1);
  const refused = await capture;
  await other.end();
  shop.pass(45_000);
  await reconcileOnce(shop.services);
  const repeated = await shop.capture(orderId);

  expect([refused.status, repeated.status]).toEqual([503, 200]);
  expect(shop.capturesOf(paypalOrderId)).toBe(1);
  expect(await shop.mailsTo(customer.email)).toHaveLength(1);
});

test('a checkout with no sale to start or end waits for nobody', async () => {
  const { url, database } = await openDatabase();
  const shop = await openPaymentShop({ database });
  await shop.fillCart(await shop.addDesign());
  const other = new pg.Client(url);
  await other.connect();
  await other.query(`SELECT pg_advisory_lock(${feedLock})`);

  const { orderId } = await shop.checkout();
  await other.end();

  expect(await shop.order(orderId)).toMatchObject({ state: 'provider_created' });
});
