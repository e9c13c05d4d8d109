import type { ClothView } from '#contract/shop/cloth-view.ts';
import { imagePath } from '#contract/shop/paths.ts';
import type { PricedLine } from '#contract/shop/totals.ts';
import { limits } from '#contract/wire/limits.ts';
import { firstPicture } from '../catalogue/first-picture.ts';
import type { Change } from '../platform/database/change.ts';
import { idFrom } from '../platform/database/new-id.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { onlyRow, statement } from '../platform/database/statement.ts';
import { Problem } from '../platform/http/problem.ts';
import { storedView } from './stored-view.ts';

/** A kind of product list; each account has one of each kind. Gives its name and its tables. */
export interface ListKind {
  readonly name: 'cart' | 'wishlist';
  readonly lists: 'carts' | 'wishlists';
  readonly lines: 'cartLines' | 'wishlistLines';
  /** What devices removed; null: that isn't recorded. */
  readonly removals: 'cartRemovals' | null;
}

export const cartKind: ListKind = {
  name: 'cart',
  lists: 'carts',
  lines: 'cartLines',
  removals: 'cartRemovals',
};
export const wishlistKind: ListKind = {
  name: 'wishlist',
  lists: 'wishlists',
  lines: 'wishlistLines',
  removals: null,
};

/** A design in a list, at its current price; amounts in cents. */
export interface ListLine extends PricedLine {
  readonly productId: string;
  readonly title: string;
  /** URL of the 640 px preview. */
  readonly image: string;
  readonly addedAt: string;
  /** Unset if none was kept. */
  readonly view?: ClothView;
}

/** `version` is 0 until the first change. */
export interface ListContents {
  readonly version: number;
  readonly lines: readonly ListLine[];
}

interface LinePlace {
  readonly accountId: string;
  readonly productId: string;
}

interface NewLine extends LinePlace {
  readonly addedAt: string;
  readonly view: string | null;
}

const makeStatements = ({ lists, lines, removals }: ListKind) => ({
  readProduct: statement((tx, { accountId, productId }: LinePlace) =>
    tx
      .selectFrom('products')
      .select((seen) => [
        'status',
        seen.selectFrom(lists).select('version').where('accountId', '=', accountId).as('version'),
        seen
          .selectFrom(lines)
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('accountId', '=', accountId)
          .as('count'),
        seen
          .selectFrom(lines)
          .select('addedAt')
          .where('accountId', '=', accountId)
          .where('productId', '=', productId)
          .as('addedAt'),
        removals
          ? seen
              .selectFrom(removals)
              .select('removedAt')
              .where('accountId', '=', accountId)
              .where('productId', '=', productId)
              .as('removedAt')
          : seen.lit(null).as('removedAt'),
      ])
      .where('id', '=', productId),
  ),
  insertLine: statement((tx, { accountId, productId, addedAt, view }: NewLine) =>
    tx.insertInto(lines).values({ accountId, productId, addedAt, view }),
  ),
  deleteLine: statement((tx, { accountId, productId }: LinePlace) =>
    tx
      .deleteFrom(lines)
      .where('accountId', '=', accountId)
      .where('productId', '=', productId)
      .returning('productId'),
  ),
  readVersion: statement((database, { accountId }: Pick<LinePlace, 'accountId'>) =>
    database.selectFrom(lists).select('version').where('accountId', '=', accountId),
  ),
  raise: statement((tx, { accountId, id }: { readonly accountId: string; readonly id: string }) =>
    tx
      .insertInto(lists)
      .values({ accountId, id, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column('accountId')
          .doUpdateSet((set) => ({ version: set(`${lists}.version`, '+', 1) })),
      )
      .returning('version'),
  ),
  forgetRemoval:
    removals &&
    statement((tx, { accountId, productId }: LinePlace) =>
      tx.deleteFrom(removals).where('accountId', '=', accountId).where('productId', '=', productId),
    ),
});

const statementsOf = { cart: makeStatements(cartKind), wishlist: makeStatements(wishlistKind) };

/** The id of an account's list. It is derived from the account's id, so that reading a list never writes. */
export function listId(kind: ListKind, accountId: string): string {
  return idFrom(`${kind.name}:${accountId}`);
}

/** The list of an account, in the order the designs were added. Inside a transaction, as that transaction sees it. */
export async function readList(
  database: Reader,
  kind: ListKind,
  accountId: string,
): Promise<ListContents> {
  // Read before the lines, so that a change in between comes with an older version and is fetched again.
  const version = await readVersion(database, kind, accountId);
  const rows = await database
    .selectFrom(`${kind.lines} as line`)
    .innerJoin('products', 'products.id', 'line.productId')
    .select([
      'line.productId',
      'line.addedAt',
      'line.view',
      'products.title',
      'products.price',
      'products.discountedPrice',
      'products.status',
      firstPicture,
    ])
    .where('line.accountId', '=', accountId)
    .orderBy('line.addedAt')
    .orderBy('line.productId')
    .execute();
  return {
    version,
    lines: rows.map((row) => ({
      productId: row.productId,
      title: row.title,
      image: row.hash === null ? '' : imagePath(row.hash, 640, 'webp'),
      price: row.price,
      discountedPrice: row.discountedPrice,
      available: row.status === 'published',
      addedAt: row.addedAt,
      ...storedView(row),
    })),
  };
}

/**
 * Adds a design to the list and returns the list's version. If it is there already, only a new view changes it,
 * or null, which removes the view and never adds a design.
 * @throws NOT_FOUND; PRODUCT_UNAVAILABLE if it is no longer sold; INVALID if the list is full
 */
export async function addToList(
  { tx, now }: Change,
  kind: ListKind,
  accountId: string,
  productId: string,
  view?: ClothView | null,
): Promise<number> {
  const { readProduct, insertLine } = statementsOf[kind.name];
  const [product] = await readProduct(tx, { accountId, productId });
  if (!product || product.status === 'draft') {
    throw new Problem('NOT_FOUND', 'This design doesn’t exist.');
  }
  // One that only loses its view stays removed.
  if (product.removedAt !== null && view !== null)
    await forgetRemoval(tx, kind, { accountId, productId });
  const kept = view ? JSON.stringify(view) : null;
  if (product.addedAt !== null) {
    const isChanged =
      view !== undefined && (await keepView(tx, kind, { accountId, productId }, kept));
    return isChanged ? raiseVersion(tx, kind, accountId) : (product.version ?? 0);
  }
  if (view === null) return product.version ?? 0;
  if (product.status === 'retired') {
    throw new Problem('PRODUCT_UNAVAILABLE', 'This design is no longer sold.');
  }
  if ((product.count ?? 0) >= limits.setSize) {
    throw new Problem('INVALID', `A ${kind.name} can hold up to ${limits.setSize} designs.`);
  }
  const [version] = await Promise.all([
    raiseVersion(tx, kind, accountId),
    insertLine(tx, { accountId, productId, addedAt: now.toISOString(), view: kept }),
  ]);
  return version;
}

/** Forgets which device removed a design from the list. */
export async function forgetRemoval(
  tx: Transaction,
  kind: ListKind,
  place: LinePlace,
): Promise<void> {
  await statementsOf[kind.name].forgetRemoval?.(tx, place);
}

/** Stores the view of a line, or that it has none; returns whether it is another one than before. */
async function keepView(
  tx: Transaction,
  { lines }: ListKind,
  { accountId, productId }: { readonly accountId: string; readonly productId: string },
  view: string | null,
): Promise<boolean> {
  const changed = await tx
    .updateTable(lines)
    .set({ view })
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where((row) =>
      view === null
        ? row('view', 'is not', null)
        : row.or([row('view', 'is', null), row('view', '!=', view)]),
    )
    .returning('productId')
    .execute();
  return changed.length > 0;
}

/** Removes designs from the list and returns the list's version. A design that isn't in the list is no error (OP-02). */
export async function removeFromList(
  tx: Transaction,
  kind: ListKind,
  accountId: string,
  productIds: readonly string[],
): Promise<number> {
  const { deleteLine } = statementsOf[kind.name];
  let isChanged = false;
  for (const productId of productIds) {
    const removed = await deleteLine(tx, { accountId, productId });
    isChanged ||= removed.length > 0;
  }
  return isChanged ? raiseVersion(tx, kind, accountId) : readVersion(tx, kind, accountId);
}

/** Records a change of the list, and returns its new version. */
export async function raiseVersion(
  tx: Transaction,
  kind: ListKind,
  accountId: string,
): Promise<number> {
  const { raise } = statementsOf[kind.name];
  const { version } = onlyRow(await raise(tx, { accountId, id: listId(kind, accountId) }));
  return version;
}

async function readVersion(database: Reader, kind: ListKind, accountId: string): Promise<number> {
  const [list] = await statementsOf[kind.name].readVersion(database, { accountId });
  return list?.version ?? 0;
}
