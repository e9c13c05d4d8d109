import { useEffect, useState } from 'react';
import { useSession } from '#api/use-session.ts';
import { device } from '#offline/open-device.ts';
import type { StallNote } from '#offline/outbox/rows.ts';

interface Known {
  readonly of: string | null;
  readonly notes: readonly StallNote[];
}

const none: readonly StallNote[] = [];

/** What customers want, of the account that is signed in, live across all tabs. */
export function useStallNotes(): readonly StallNote[] {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    device()
      .stallNotes()
      .then(
        (found) => {
          if (!isGone) stop = found.watch((notes) => setKnown({ of: accountId, notes }));
        },
        // Without storage there are none.
        () => {},
      );
    return () => {
      isGone = true;
      stop();
    };
  }, [accountId]);
  // Another tab may have left the account since.
  return known && known.of === accountId ? known.notes : none;
}
