import { useCallback, useSyncExternalStore } from 'react';

/** Matches in a window of its own, like the installed shop's; the system's title bar may be hidden there. */
export const inAppWindow = '(display-mode: standalone), (display-mode: window-controls-overlay)';

/** Whether a media query matches, live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
