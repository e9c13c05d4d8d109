import { useCallback, useEffect, useState } from 'react';
import { useSession } from '#api/use-session.ts';
import { messages } from '#contract/messages/messages.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { device } from '#offline/open-device.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import { currentOrders } from './order-presentation.ts';

export interface OrdersState {
  /** Null while neither a saved list nor an answer is there. */
  readonly orders: readonly Order[] | null;
  /** What the licences of their items say. */
  readonly licenceTexts: readonly LicenceText[];
  /** ISO 8601; when the list was answered. */
  readonly savedAt: string | null;
  /** Why the newest answer is missing; null where it came or is on its way. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  readonly refresh: () => Promise<void>;
}

/** The account's orders: the saved list at once, renewed from the shop. */
export function useOrders(): OrdersState {
  const accountId = useSession((state) => state.user?._id ?? null);
  const [known, setKnown] = useState<{ of: string; saved: SavedOrders | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);

  const refresh = useCallback(async () => {
    setLoading(true);
    try {
      await device().refreshOrders();
      setProblem(null);
    } catch (error) {
      const kind = error instanceof ApiError ? String(error.status) : 'STORAGE_ERROR';
      setProblem(messageOf(error, reasons[kind] ?? kind));
    } finally {
      setLoading(false);
    }
  }, []);

  useEffect(() => {
    if (accountId === null) {
      setLoading(false);
      setProblem(messages.signIn.failed);
      return;
    }
    void refresh();
    return device().watchOrders((saved) => setKnown({ of: accountId, saved }));
  }, [accountId, refresh]);
  // Another tab may have left the account since.
  const saved = known && known.of === accountId ? known.saved : null;

  return {
    orders: saved && currentOrders(saved.orders, Date.now()),
    licenceTexts: saved?.licenceTexts ?? [],
    savedAt: saved?.savedAt ?? null,
    problem,
    // A question that fails at once comes before what the device has saved.
    isLoading: isLoading || (accountId !== null && known?.of !== accountId),
    refresh,
  };
}

const reasons: Readonly<Record<string, string>> = {
  FETCH_ERROR: 'The shop could not be reached.',
  TIMEOUT_ERROR: 'The shop took too long to answer.',
  PARSING_ERROR: 'The answer could not be read.',
};
