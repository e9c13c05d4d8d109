import { useEffect, useRef } from 'react';

/** The parts of checking out that replace each other; each is the id of the heading it begins with. */
export type Stage = 'customer-details' | 'payment';

/**
 * When one stage gives way to the next, its button goes with the focus on it: the new stage's
 * heading takes the focus, so that a keyboard goes on from there and a reader hears where it is.
 */
export function useStageFocus(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === stage) return;
    shown.current = stage;
    document.getElementById(stage)?.focus();
  }, [stage]);
}
