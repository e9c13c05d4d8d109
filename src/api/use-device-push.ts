import { useEffect, useState } from 'react';
import type { PushKind } from '#contract/shop/push-news.ts';
import { type PushStatus, pushStatus, subscribePush, unsubscribePush } from './device-push.ts';

interface DevicePush {
  /** Null until it is known. */
  readonly status: PushStatus | null;
  readonly isChanging: boolean;
  /** Answers the status after it. @throws where the choice could not be saved. */
  choose(isWanted: boolean): Promise<PushStatus | null>;
}

/** The choice whether this browser is notified of something. */
export function useDevicePush(kind: PushKind): DevicePush {
  const [status, setStatus] = useState<PushStatus | null>(null);
  const [isChanging, setChanging] = useState(false);

  useEffect(() => {
    void pushStatus(kind).then(setStatus);
  }, [kind]);

  return {
    status,
    isChanging,
    async choose(isWanted) {
      // One choice at a time; disabled, the control would lose the focus.
      if (isChanging) return status;
      setChanging(true);
      try {
        const chosen = isWanted ? await subscribePush(kind) : await unsubscribePush(kind);
        setStatus(chosen);
        return chosen;
      } finally {
        setChanging(false);
      }
    },
  };
}
