import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toast.ts';

/** Shows a toast that code could not be loaded, where nothing else can show it. */
export function showLoadError(): void {
  toast.error('This can’t be opened: the shop can’t be reached. Please try again.');
}

/**
 * The default export of a file, loaded as soon as it is wanted; null until then. A failed load calls
 * `onFail` and is retried the next time it is wanted; it never breaks the page.
 */
export function useLoaded<T>(
  load: () => Promise<{ readonly default: T }>,
  isWanted: boolean,
  onFail: () => void,
): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    load().then(
      (file) => {
        if (!isGone) setLoaded(() => file.default);
      },
      () => {
        if (!isGone) fail();
      },
    );
    return () => {
      isGone = true;
    };
  }, [load, isWanted]);
  return loaded;
}
