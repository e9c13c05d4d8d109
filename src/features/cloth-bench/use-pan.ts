import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Fingers, type Point } from '#ui/fingers.ts';

interface PanParts {
  /** Called with a movement in CSS pixels. */
  readonly onMove: (x: number, y: number) => void;
  /** Called with the change of the distance between two fingers: 1.1 is 10 % more. */
  readonly onPinch: (factor: number) => void;
}

/** The pixels that one press of an arrow key moves. */
const keySteps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -24, y: 0 },
  ArrowRight: { x: 24, y: 0 },
  ArrowUp: { x: 0, y: -24 },
  ArrowDown: { x: 0, y: 24 },
};

/** How much the keys + and - change the scale. */
const keyPinch: Readonly<Record<string, number>> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 };

/** Moves something by finger, mouse or arrow keys, and scales it by two fingers or + and -. */
export function usePan({ onMove, onPinch }: PanParts) {
  const [fingers] = useState(() => new Fingers());
  const end = (event: PointerEvent) => void fingers.up(event);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      fingers.down(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const gesture = fingers.move(event);
      if (!gesture) return;
      onMove(gesture.by.x, gesture.by.y);
      if (gesture.factor !== 1) onPinch(gesture.factor);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent) {
      const step = keySteps[event.key];
      const pinch = keyPinch[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey || !(step || pinch)) return;
      event.preventDefault();
      if (step) onMove(step.x, step.y);
      if (pinch) onPinch(pinch);
    },
  };
}
