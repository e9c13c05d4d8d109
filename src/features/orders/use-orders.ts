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
  /** Null until there is a saved list or an answer. */
  readonly orders: readonly Order[] | null;
  /** The licence texts of their items. */
  readonly licenceTexts: readonly LicenceText[];
  /** When the shop answered with this list (ISO 8601). */
  readonly savedAt: string | null;
  /** Why the latest request failed; null if it succeeded or is in progress. */
  readonly problem: string | null;
  readonly isLoading: boolean;
  readonly refresh: () => Promise<void>;
}

interface Known {
  /** The account's id. */
  readonly of: string;
  readonly saved: SavedOrders | null;
}

/** The newer of the two: the database may still return what it had before an answer that is already here. */
function newer(before: Known | null, next: Known): Known {
  const isLate = before?.of === next.of && savedAtOf(before) > savedAtOf(next);
  return isLate ? before : next;
}

const savedAtOf = ({ saved }: Known) => saved?.savedAt ?? '';

/** The account's orders: the saved list at once, then updated from the shop. */
export function useOrders(): OrdersState {
  const accountId = useSession((state) => state.user?._id ?? null);
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);

  const refresh = useCallback(async () => {
    setLoading(true);
    try {
      const saved = await device().refreshOrders();
      if (saved && accountId !== null)
        setKnown((before) => newer(before, { of: accountId, saved }));
      setProblem(null);
    } catch (error) {
      const kind = error instanceof ApiError ? String(error.status) : 'STORAGE_ERROR';
      setProblem(messageOf(error, reasons[kind] ?? kind));
    } finally {
      setLoading(false);
    }
  }, [accountId]);

  useEffect(() => {
    if (accountId === null) {
      setLoading(false);
      setProblem(messages.signIn.failed);
      return;
    }
    void refresh();
    return device().watchOrders((saved) =>
      setKnown((before) => newer(before, { of: accountId, saved })),
    );
  }, [accountId, refresh]);
  // Another tab may have left the account since.
  const saved = known && known.of === accountId ? known.saved : null;

  return {
    orders: saved && currentOrders(saved.orders, Date.now()),
    licenceTexts: saved?.licenceTexts ?? [],
    savedAt: saved?.savedAt ?? null,
    problem,
    // A request that fails at once does so before the saved list has been read.
    isLoading: isLoading || (accountId !== null && known?.of !== accountId),
    refresh,
  };
}

const reasons: Readonly<Record<string, string>> = {
  FETCH_ERROR: 'The shop can’t be reached.',
  TIMEOUT_ERROR: 'The shop took too long to answer.',
  PARSING_ERROR: 'The shop’s answer couldn’t be read.',
};
