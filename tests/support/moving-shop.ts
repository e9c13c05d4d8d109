import { copiedTables } from '#server/platform/database/copy-rows.ts';
import { newId } from '#server/platform/database/new-id.ts';
import type { Database } from '#server/platform/database/open.ts';
import { readSigningKey } from '#server/platform/database/signing-key.ts';
import { addCoupon } from './add-coupon.ts';
import { addOrder } from './add-order.ts';
import { addProduct } from './add-product.ts';
import type { TestServices } from './make-services.ts';
import { signUp } from './sign-up.ts';
import { wholeDatabase } from './whole-database.ts';

/** Adds rows of many tables and files of every kind. */
export async function fillMovingShop(services: TestServices): Promise<void> {
  const { database, files } = services;
  await readSigningKey(database, services.clock());
  const buyer = await signUp(services);
  await addCoupon(services, {});
  const content = Buffer.alloc(300_000, 'original');
  const productIds = [
    await addProduct(services, { files: { 'a.png': content, 'b.png': Buffer.from('b') } }),
    await addProduct(services, { files: { 'c.png': Buffer.from('c') } }),
  ];
  await addOrder(services, { accountId: buyer.id, productIds });
  const saleId = newId(services.clock());
  const days = { startsAt: '2026-02-28T00:00:00.000Z', endsAt: '2026-03-03T00:00:00.000Z' };
  const sale = { name: 'Winter sale', percent: 20, ...days, turnsAt: days.endsAt, isForAll: 0 };
  await database.write(async (tx) => {
    await tx
      .insertInto('shopSales')
      .values({ id: saleId, ...sale })
      .execute();
    const chosen = productIds.map((productId) => ({ saleId, productId }));
    await tx.insertInto('shopSaleDesigns').values(chosen).execute();
    const newsletterId = newId(services.clock());
    const at = days.startsAt;
    await tx
      .insertInto('newsletters')
      .values({
        ...{ id: newsletterId, subject: 'Autumn', text: 'News.', audience: 'everyone', version: 1 },
        ...{
          designIds: JSON.stringify(productIds),
          couponId: null,
          state: 'sent',
          stopReason: null,
        },
        ...{ createdAt: at, sendAt: at, resumedAt: at, nextAt: null },
      })
      .execute();
    const mail = { newsletterId, accountId: buyer.id, mailId: saleId, queuedAt: at };
    await tx
      .insertInto('newsletterMails')
      .values({ ...mail, outcome: 'sent' })
      .execute();
  });
  await files.putPreview(`${'ab'.repeat(32)}/320.avif`, Buffer.from('a preview'));
  await files.putUpload(Buffer.from('a picture of a stranger'));
  async function* part() {
    yield Buffer.from('a part of an upload');
  }
  await files.putPart(part());
  await database.write((tx) =>
    tx
      .insertInto('catalogueChanges')
      .values(Array.from({ length: 1200 }, () => ({ productId: null, changedAt: '2026' })))
      .execute(),
  );
}

/** The rows that a move copies, by table, but for those that count attempts. */
export async function movedRows(
  database: Database,
): Promise<Readonly<Record<string, readonly object[] | null>>> {
  const rows = await wholeDatabase({ database });
  return Object.fromEntries(
    copiedTables
      .filter((table) => table !== 'rateLimits')
      .map((table) => [table, rows[table] ?? null]),
  );
}
