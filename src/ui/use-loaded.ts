import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from './toast.ts';

/** Shows a toast that code could not be loaded, where nothing else can show it. */
export function showLoadError(): void {
  toast.error('This can’t be opened: the shop can’t be reached. Please try again.');
}

/** Loads once `due`, such as `afterPaint`, calls back. */
export const loadAfter =
  <T>(due: (task: () => void) => unknown, load: () => Promise<T>) =>
  async (): Promise<T> => {
    await new Promise<void>(due);
    return load();
  };

/**
 * What `load` resolves with, such as a file, loaded as soon as it is wanted; null until then. A failed load calls
 * `onFail` and is retried the next time it is wanted; it never breaks the page. A new `load` loads again.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  isWanted = true,
  onFail: () => void = () => {},
): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    load().then(
      (found) => {
        if (!isGone) setLoaded(() => found);
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
