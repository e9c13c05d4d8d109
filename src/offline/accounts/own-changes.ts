import type { ClothView } from '#contract/shop/cloth-view.ts';
import type { Product } from '#contract/shop/product.ts';
import { enqueue, type ListChange } from '#offline/outbox/enqueue.ts';
import { productSnapshot } from '#offline/outbox/product-snapshot.ts';
import type { ListOpKind, SoldGoods } from '#offline/outbox/rows.ts';
import { enqueueCount } from '#offline/outbox/sold-counts.ts';
import type { EngineParts, OpenedRows } from './engine-parts.ts';

/** What a change is about, and how the buyer saw it. */
export type ChangedDesign = Pick<ListChange, 'productId' | 'snapshot' | 'view'>;

/** Enqueues changes that are made on this device. */
export interface OwnChanges {
  /** Enqueues adding a design to a list, with a snapshot of the product as it is now. */
  add(kind: 'addToCart' | 'wish', product: Product, view?: ClothView): Promise<string>;
  /** Enqueues a change and applies it to the visible lines. Resolves with the opId once both are stored. */
  enqueue(kind: ListOpKind, design: ChangedDesign): Promise<string>;
  /**
   * Enqueues goods counted for a licence of `accountId`, in place of the refused op `retried` if it is given. Resolves
   * with the opId once it is stored; null: there was nothing to add, as `enqueueCount` says.
   * @throws if this isn't the engine of that account, or the change can't be stored
   */
  count(
    accountId: string,
    productId: string,
    sold: SoldGoods,
    retried?: string,
  ): Promise<string | null>;
}

export function createOwnChanges(
  { clock, newId }: Pick<EngineParts, 'clock' | 'newId'>,
  { store, accountId, deviceId }: OpenedRows,
): OwnChanges {
  const now = () => new Date(clock.now()).toISOString();

  async function write(
    kind: ListOpKind,
    { productId, snapshot, view }: ChangedDesign,
  ): Promise<string> {
    const opId = newId();
    const isVisitors = accountId === null;
    await store.change((rows) =>
      enqueue(rows, {
        opId,
        deviceId,
        kind,
        productId,
        snapshot,
        view,
        at: now(),
        isVisitors,
        isRead: store.isRead,
        // With its rows in memory, this tab doesn't notice that another one merged an op into an account.
        canCancel: isVisitors && (store.trouble === null || store.trouble === 'blocked'),
      }),
    );
    return opId;
  }

  async function count(
    of: string,
    productId: string,
    sold: SoldGoods,
    retried?: string,
  ): Promise<string | null> {
    if (of !== accountId) throw new Error('The licence belongs to another account');
    const opId = newId();
    const { outbox } = await store.change((rows) =>
      enqueueCount(rows, { opId, deviceId, productId, sold, at: now(), retried }),
    );
    return outbox.some((op) => op.opId === opId) ? opId : null;
  }

  return {
    add: (kind, product, view) =>
      write(kind, { productId: product._id, snapshot: productSnapshot(product, now()), view }),
    enqueue: write,
    count,
  };
}
