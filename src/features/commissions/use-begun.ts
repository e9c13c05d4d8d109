import { useEffect, useEffectEvent } from 'react';
import { useSession } from '#api/use-session.ts';
import { device } from '#offline/open-device.ts';
import type { MessageAbout } from '#offline/outbox/rows.ts';

/** Calls back if this device has a message about it: a saved one, one that wasn't sent, or a draft. */
export function useBegun({ kind, id }: MessageAbout, onBegun: () => void): void {
  const accountId = useSession(({ user }) => user?._id ?? null);
  const tell = useEffectEvent(onBegun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account has messages of its own
  useEffect(() => {
    let isShown = true;
    const stop = device().watchCopy('threads', (saved) => {
      if (saved?.threads.some((thread) => thread.kind === kind && thread.aboutId === id)) tell();
    });
    void device()
      .customRequests()
      .then((requests) => requests.isBegun({ kind, id }))
      .then((isBegun) => isShown && isBegun && tell())
      .catch(() => {});
    return () => {
      isShown = false;
      stop();
    };
  }, [accountId, kind, id]);
}
