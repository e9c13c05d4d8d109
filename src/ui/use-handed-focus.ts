import { useCallback, useRef } from 'react';

/** Keeps the focus when a button turns into a link, or back: both take the answer as their ref. */
export function useHandedFocus() {
  const hadFocus = useRef(false);
  return useCallback((node: HTMLElement | null) => {
    if (hadFocus.current) node?.focus({ preventScroll: true });
    return () => {
      hadFocus.current = node === document.activeElement;
    };
  }, []);
}
