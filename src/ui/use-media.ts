import { useCallback, useSyncExternalStore } from 'react';

/** In a window of its own, as the installed shop has it; the system's title bar may be hidden there. */
export const inAppWindow = '(display-mode: standalone), (display-mode: window-controls-overlay)';

/** Whether a media query holds, now and as it changes. */
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
