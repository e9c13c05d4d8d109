import { useEffect, useState } from 'react';
import type { PushKind } from '#contract/shop/push-news.ts';
import { type PushStatus, pushStatus, subscribePush, unsubscribePush } from './device-push.ts';

interface DevicePush {
  /** Null until known. */
  readonly status: PushStatus | null;
  readonly isChanging: boolean;
  /**
   * Resolves with the new status.
   * @throws if the choice couldn't be saved
   */
  choose(isWanted: boolean): Promise<PushStatus | null>;
}

/** The setting for one kind of notification in this browser. */
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
      // One change at a time. Not by disabling the control, which would lose the focus.
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
