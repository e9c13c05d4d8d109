import { useEffect, useRef } from 'react';

/** The stages of the checkout, which replace each other; each is the id of the heading it begins with. */
export type Stage = 'customer-details' | 'payment';

/**
 * Moves the focus to the new stage's heading, because the focused button disappears with the old stage.
 * Keyboard users continue from there, and screen readers announce where they are.
 */
export function useStageFocus(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    document.getElementById(stage)?.focus();
  }, [stage]);
}
