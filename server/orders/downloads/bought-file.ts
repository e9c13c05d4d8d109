import type { Database } from '../../platform/database/open.ts';
import { safeName } from '../../platform/files/safe-name.ts';
import type { DownloadFile } from '../../platform/http/file-answer.ts';
import { Problem } from '../../platform/http/problem.ts';
import { hasFiles } from '../present-order.ts';

/** Identifies a file of a bought item, and the account that asks for it. */
export interface FileWanted {
  readonly accountId: string;
  readonly orderId: string;
  readonly itemId: string;
  /** From 0; null: the item's only file, or all its files in one ZIP. */
  readonly file: number | null;
}

/**
 * Finds the file, if this account may download it now.
 * @throws NOT_FOUND if it doesn't exist or isn't theirs; FORBIDDEN if the order isn't paid, the licence was
 * revoked, or it is a custom design that isn't released; UNAVAILABLE while the file is still being made
 */
export async function boughtFile(
  database: Database,
  wanted: FileWanted,
): Promise<DownloadFile & { readonly productId: string }> {
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
      'orders.commissionId',
      'orders.releasedAt',
      'products.archiveSha256',
    ])
    .where('orderItems.id', '=', wanted.itemId)
    .where('orders.id', '=', wanted.orderId)
    .where('orders.accountId', '=', wanted.accountId)
    .where('accounts.status', '!=', 'rejected')
    .executeTakeFirst();
  if (!item) throw new Problem('NOT_FOUND', 'This download is no longer available.');
  if (item.state !== 'paid') throw new Problem('FORBIDDEN', 'This order isn’t paid yet.');
  if (!hasFiles(item)) {
    throw new Problem('FORBIDDEN', 'This design’s files aren’t available yet.');
  }
  if (item.revokedAt !== null) {
    const why = item.refundedAt === null ? 'was revoked by the studio' : 'was refunded';
    throw new Problem('FORBIDDEN', `This design ${why}, so you can no longer download its files.`);
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
      productId: item.productId,
      name: safeName(`${item.productName}.zip`),
      mediaType: 'application/zip',
      sha256: item.archiveSha256,
    };
  }
  const file = files[place];
  if (!file) throw new Problem('NOT_FOUND', 'This download is no longer available.');
  if (file.sha256 === null) throw stillMade();
  const { name, mediaType, sha256 } = file;
  return { productId: item.productId, name: safeName(name), mediaType, sha256 };
}

function stillMade(): Problem {
  return new Problem('UNAVAILABLE', 'This file isn’t ready yet. Please try again in a minute.', {
    retryAfter: 60,
  });
}
