import { useEffect, useState } from 'react';
import { useSession } from '#api/use-session.ts';
import { device } from '#offline/open-device.ts';

const none: ReadonlySet<string> = new Set();

/** The designs this account has bought, as far as this device knows (OP-22). */
export function useOwnedDesigns(): ReadonlySet<string> {
  const accountId = useSession((state) => state.user?._id ?? null);
  const [owned, setOwned] = useState(none);
  useEffect(() => {
    if (accountId === null) return;
    // What can't be asked now shows no notice; the shop knows all the same.
    device()
      .refreshOrders()
      .catch(() => {});
    return device().watchOrders((saved) => {
      const completed = (saved?.orders ?? []).filter((order) => order.status === 'Completed');
      const items = completed.flatMap((order) => order.items);
      setOwned(new Set(items.map((item) => item.productId)));
    });
  }, [accountId]);
  return accountId === null ? none : owned;
}
