import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toast.ts';

/** Code that came late and is not there: says so where nothing else can. */
export function tellNotLoaded(): void {
  toast.error('This could not be opened: the shop cannot be reached. Please try again.');
}

/**
 * What a file exports, loaded as soon as it is wanted; null until it is there. One that doesn't
 * arrive is told to `onFail` and loaded anew the next time it is wanted: it never breaks the page.
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
