import { useEffect, useRef } from 'react';
import { useSession } from '#api/use-session.ts';
import type { CustomerDetails } from '#contract/shop/order.ts';
import { device } from '#offline/open-device.ts';

type Place = Pick<CustomerDetails, 'country' | 'city'>;

/** Calls back once with the country and city of the account's newest order, when known. */
export function useLastAddress(onPlace: (place: Place) => void): void {
  const accountId = useSession((state) => state.user?._id ?? null);
  const callback = useRef(onPlace);
  callback.current = onPlace;
  useEffect(() => {
    if (accountId === null) return;
    let isDone = false;
    return device().watchCopy('orders', (saved) => {
      const [newest] = saved?.orders ?? [];
      if (isDone || !newest) return;
      isDone = true;
      const { country, city } = newest.customerDetails;
      callback.current({ country, city });
    });
  }, [accountId]);
}
