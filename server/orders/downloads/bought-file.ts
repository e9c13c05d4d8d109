import type { Database } from '../../platform/database/open.ts';
import { safeName } from '../../platform/files/safe-name.ts';
import type { DownloadFile } from '../../platform/http/file-answer.ts';
import { Problem } from '../../platform/http/problem.ts';

/** Which file of which bought item, and who asks. */
export interface FileWanted {
  readonly accountId: string;
  readonly orderId: string;
  readonly itemId: string;
  /** From 0; null: the item's only file, or all of them in one ZIP. */
  readonly file: number | null;
}

/**
 * The file, if this account may have it now. Throws NOT_FOUND for what isn't there or isn't theirs,
 * FORBIDDEN where the order isn't paid or the licence was taken back, UNAVAILABLE while the file is
 * still being made.
 */
export async function boughtFile(database: Database, wanted: FileWanted): Promise<DownloadFile> {
  const item = await database.read
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('products', 'products.id', 'orderItems.productId')
    .innerJoin('accounts', 'accounts.id', 'orders.accountId')
    .select([
      'orderItems.productId',
      'orderItems.productName',
      'orderItems.revokedAt',
      'orderItems.refundedAt',
      'orders.state',
      'products.archiveSha256',
    ])
    .where('orderItems.id', '=', wanted.itemId)
    .where('orders.id', '=', wanted.orderId)
    .where('orders.accountId', '=', wanted.accountId)
    .where('accounts.status', '!=', 'rejected')
    .executeTakeFirst();
  if (!item) throw new Problem('NOT_FOUND', 'This download is no longer available.');
  if (item.state !== 'paid') throw new Problem('FORBIDDEN', 'This order is not paid yet.');
  if (item.revokedAt !== null) {
    const why = item.refundedAt === null ? 'was taken back by the studio' : 'was refunded';
    throw new Problem('FORBIDDEN', `This design ${why}, so its files are no longer yours.`);
  }
  const files = await database.read
    .selectFrom('productFiles')
    .select(['name', 'mediaType', 'sha256'])
    .where('productId', '=', item.productId)
    .orderBy('position')
    .execute();
  const whole = files.length === 1 ? 0 : null;
  const place = wanted.file ?? whole;
  if (place === null) {
    if (item.archiveSha256 === null) throw stillMade();
    return {
      name: safeName(`${item.productName}.zip`),
      mediaType: 'application/zip',
      sha256: item.archiveSha256,
    };
  }
  const file = files[place];
  if (!file) throw new Problem('NOT_FOUND', 'This download is no longer available.');
  if (file.sha256 === null) throw stillMade();
  return { name: safeName(file.name), mediaType: file.mediaType, sha256: file.sha256 };
}

function stillMade(): Problem {
  return new Problem(
    'UNAVAILABLE',
    'This file is still being made. Please try again in a minute.',
    {
      retryAfter: 60,
    },
  );
}
