import type { CartItem, RemovedItem } from '#contract/shop/cart.ts';
import { imagePath } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { toWire } from '#contract/wire/money.ts';
import { firstPicture } from '../../catalogue/first-picture.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import { statement } from '../../platform/database/statement.ts';
import { shownName } from '../../platform/sign-in/account-devices.ts';
import type { SignedIn } from '../../platform/sign-in/signed-in.ts';
import { cartKind, forgetRemoval } from '../product-list.ts';
import { storedView } from '../stored-view.ts';

type Buyer = Pick<SignedIn, 'id' | 'deviceId'>;

const keptMs = limits.cartRemovalDays * 86_400_000;

/** For each line of a cart whose device is known: the device it was added on, by productId. */
export async function readAddedOn(
  reader: Reader,
  { id, deviceId }: Buyer,
): Promise<ReadonlyMap<string, CartItem['addedOn']>> {
  const rows = await reader
    .selectFrom('cartLineDevices as line')
    .innerJoin('accountDevices as device', 'device.id', 'line.deviceId')
    .select(['line.productId', 'device.id', 'device.givenName', 'device.userAgent'])
    .where('line.accountId', '=', id)
    .execute();
  return new Map(
    rows.map((row) => [row.productId, { name: shownName(row), isThis: row.id === deviceId }]),
  );
}

/** What other devices removed from a cart and its owner could add again, the newest first. */
export async function readRemoved(
  reader: Reader,
  now: Date,
  { id, deviceId }: Buyer,
): Promise<RemovedItem[]> {
  const rows = await reader
    .selectFrom('cartRemovals as removal')
    .innerJoin('accountDevices as device', 'device.id', 'removal.deviceId')
    .innerJoin('products', 'products.id', 'removal.productId')
    .select([
      'removal.productId',
      'removal.removedAt',
      'removal.view',
      'device.givenName',
      'device.userAgent',
      'products.title',
      'products.price',
      'products.discountedPrice',
      firstPicture,
    ])
    .where('removal.accountId', '=', id)
    .where('removal.deviceId', '!=', deviceId ?? '')
    .where('removal.removedAt', '>', new Date(now.getTime() - keptMs).toISOString())
    .where('products.status', '=', 'published')
    .orderBy('removal.removedAt', 'desc')
    .limit(limits.cartRemovals)
    .execute();
  return rows.map((row) => ({
    productId: row.productId,
    title: row.title,
    image: row.hash === null ? '' : imagePath(row.hash, 640, 'webp'),
    price: toWire(row.price),
    discountedPrice: row.discountedPrice === null ? null : toWire(row.discountedPrice),
    removedAt: row.removedAt,
    removedOn: shownName(row),
    ...storedView(row),
  }));
}

/** Records on which device this change added a design to the cart. */
export async function recordAdded(
  { tx, now }: Change,
  { id, deviceId }: Buyer,
  productId: string,
): Promise<void> {
  if (deviceId === null) return;
  await insertDevice(tx, { accountId: id, productId, deviceId, addedAt: now.toISOString() });
}

interface AddedOn {
  readonly accountId: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly addedAt: string;
}

const insertDevice = statement((tx, { accountId, productId, deviceId, addedAt }: AddedOn) =>
  tx
    .insertInto('cartLineDevices')
    .columns(['accountId', 'productId', 'deviceId'])
    .expression((from) =>
      from
        .selectFrom('cartLines')
        .select((row) => ['accountId', 'productId', row.val(deviceId).as('deviceId')])
        .where('accountId', '=', accountId)
        .where('productId', '=', productId)
        // A line that was there before wasn't added by this device.
        .where('addedAt', '=', addedAt),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * Records on which device a design is about to be removed from the cart. If it isn't there, this device agrees
 * with the one that removed it, so that there is nothing left to report.
 */
export async function recordRemoved(
  { tx, now }: Change,
  { id, deviceId }: Buyer,
  productId: string,
): Promise<void> {
  await forgetRemoval(tx, cartKind, { accountId: id, productId });
  if (deviceId === null) return;
  await insertRemoval(tx, { accountId: id, productId, deviceId, removedAt: now.toISOString() });
}

interface RemovedOn {
  readonly accountId: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly removedAt: string;
}

const insertRemoval = statement((tx, { accountId, productId, deviceId, removedAt }: RemovedOn) =>
  tx
    .insertInto('cartRemovals')
    .columns(['accountId', 'productId', 'view', 'deviceId', 'removedAt'])
    .expression((from) =>
      from
        .selectFrom('cartLines')
        .select((row) => [
          'accountId',
          'productId',
          'view',
          row.val(deviceId).as('deviceId'),
          row.val(removedAt).as('removedAt'),
        ])
        .where('accountId', '=', accountId)
        .where('productId', '=', productId),
    ),
);
