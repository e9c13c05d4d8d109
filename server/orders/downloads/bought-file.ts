import type { Reader } from '../../platform/database/open.ts';
import { safeName } from '../../platform/files/safe-name.ts';
import type { FileWanted } from '../../platform/files/signed-link.ts';
import type { DownloadFile } from '../../platform/http/file-answer.ts';
import { boughtItems, refusalOf, stillMade, unavailable } from './bought-items.ts';

/**
 * Finds the file, if this account may download it now.
 * @throws NOT_FOUND if it doesn't exist or isn't theirs; FORBIDDEN, see `refusalOf`; UNAVAILABLE while the file is still
 * being made
 */
export async function boughtFile(
  read: Reader,
  wanted: FileWanted,
): Promise<DownloadFile & { readonly productId: string }> {
  const item = await boughtItems(read, wanted.accountId)
    .where('orderItems.id', '=', wanted.itemId)
    .where('orders.id', '=', wanted.orderId)
    .executeTakeFirst();
  if (!item) throw unavailable();
  const refusal = refusalOf(item);
  if (refusal) throw refusal;
  const files = await read
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
  if (!file) throw unavailable();
  if (file.sha256 === null) throw stillMade();
  const { name, mediaType, sha256 } = file;
  return { productId: item.productId, name: safeName(name), mediaType, sha256 };
}
