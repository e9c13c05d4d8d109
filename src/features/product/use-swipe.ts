import { type PointerEvent, useRef } from 'react';
import { swipeStep } from './gallery-steps.ts';

interface Start {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Pointer handlers for a picture that can be swiped: it follows the finger, then steps on or springs back. */
export function useSwipe(onStep: (by: -1 | 1) => void) {
  const start = useRef<Start | null>(null);

  function follow(target: HTMLElement, across: number): void {
    target.style.setProperty('--across', `${across}px`);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse') return;
      if (!event.isPrimary) {
        // Two fingers enlarge the picture.
        start.current = null;
        follow(event.currentTarget, 0);
        return;
      }
      start.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current?.id !== event.pointerId) return;
      follow(event.currentTarget, event.clientX - start.current.x);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const from = start.current;
      if (from?.id !== event.pointerId) return;
      start.current = null;
      follow(event.currentTarget, 0);
      const step = swipeStep(event.clientX - from.x, event.clientY - from.y);
      if (step !== 0) onStep(step);
    },
    // The browser took over the gesture to scroll the page.
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null;
      follow(event.currentTarget, 0);
    },
  };
}
