import { useSession } from '#api/use-session.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import { device } from '#offline/open-device.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import type { SavedState } from '#ui/saved-note.tsx';
import { type CopySource, useSavedCopy } from '#ui/use-saved-copy.ts';
import { currentOrders } from './order-presentation.ts';

export interface OrdersState extends SavedState {
  /** Null until there is a saved list or an answer. */
  readonly orders: readonly Order[] | null;
  /** The licence texts of their items. */
  readonly licenceTexts: readonly LicenceText[];
}

const source: CopySource<SavedOrders> = {
  refresh: () => device().refreshOrders(),
  watch: (onOrders) => device().watchCopy('orders', onOrders),
};

/** The account's orders: the saved list at once, then updated from the shop. */
export function useOrders(): OrdersState {
  const accountId = useSession((state) => state.user?._id ?? null);
  const { saved, ...state } = useSavedCopy(accountId, source);
  return {
    ...state,
    orders: saved && currentOrders(saved.orders, Date.now()),
    licenceTexts: saved?.licenceTexts ?? [],
    savedAt: saved?.savedAt ?? null,
  };
}
