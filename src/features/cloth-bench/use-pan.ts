import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

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

function distance([a, b]: readonly Point[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

/** Moves something by finger, mouse or arrow keys, and scales it by two fingers or + and -. */
export function usePan({ onMove, onPinch }: PanParts) {
  const fingers = useRef(new Map<number, Point>());
  const end = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const apart = distance([...fingers.current.values()]);
      fingers.current.set(event.pointerId, now);
      const share = 1 / fingers.current.size;
      onMove((now.x - before.x) * share, (now.y - before.y) * share);
      if (apart > 0) onPinch(distance([...fingers.current.values()]) / apart);
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
