import { useEffect, useState } from 'react';
import { useSession } from '#api/use-session.ts';
import { device } from '#offline/open-device.ts';
import { nothingSold, type SoldView } from '#offline/views/sold-view.ts';

/** Orders older than this are asked for again when the page is shown again, in ms: another device may have counted. */
const freshMs = 60_000;

/** What this device knows about the counts of the account's licences, live across all tabs. */
export function useSold(): SoldView {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const [sold, setSold] = useState(nothingSold);
  useEffect(() => {
    setSold(nothingSold);
    return accountId === null ? undefined : device().watchSold(setSold);
  }, [accountId]);
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') {
        // The saved orders stay, and the page says how old they are.
        device()
          .refreshOrders(freshMs)
          .catch(() => {});
      }
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, []);
  return sold;
}
