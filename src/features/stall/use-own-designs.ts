import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '#api/use-session.ts';
import { boughtPackDesigns, wishedDesigns } from '#offline/catalogue/own-designs.ts';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import { device } from '#offline/open-device.ts';
import type { OwnDesigns } from './stall-choices.ts';

interface Bought {
  readonly accountId: string | null;
  readonly designs: readonly PackDesign[];
}

/** The saved and bought designs on this device, live. */
export function useOwnDesigns(): OwnDesigns {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const [bought, setBought] = useState<Bought | null>(null);
  const wishlist = useSyncExternalStore(device().watchWishlist, device().wishlist);
  useEffect(() => {
    // Without storage there are none to show.
    device()
      .follow()
      .catch(() => {});
  }, []);
  useEffect(
    () =>
      device().watchCopy('orders', (saved) =>
        setBought({ accountId, designs: boughtPackDesigns(saved) }),
      ),
    [accountId],
  );
  const isKnown = wishlist.isLoaded || wishlist.isUnanswered || wishlist.lines.length > 0;
  const wished = useMemo(() => wishedDesigns(wishlist.lines), [wishlist.lines]);
  return {
    wishlist: isKnown ? wished : null,
    // Another tab may have left the account since.
    bought: bought?.accountId === accountId ? bought.designs : null,
  };
}
