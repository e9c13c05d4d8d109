import { useCallback, useRef } from 'react';

/** Keeps the focus when a button turns into a link or back: pass the result as `ref` to both. */
export function useCarriedFocus() {
  const hadFocus = useRef(false);
  return useCallback((node: HTMLElement | null) => {
    if (hadFocus.current) node?.focus({ preventScroll: true });
    return () => {
      hadFocus.current = node === document.activeElement;
    };
  }, []);
}
