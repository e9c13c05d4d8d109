import { useRef } from 'react';
import { type LiveScale, percentOf, useEachScale } from './live-scale.ts';
import { usePan } from './use-pan.ts';

interface HandlingParts {
  readonly scale: LiveScale;
  /** The scale at which the drawing is drawn. */
  readonly percent: number;
  /** The drawing's transform, for where it was moved in CSS pixels, stretched by `factor`. */
  readonly transformOf: (
    moved: { readonly x: number; readonly y: number },
    factor: number,
  ) => string;
  readonly onPinch: (factor: number) => void;
}

/**
 * Moves a drawing by hand and stretches it to the scale of the moment, which the compositor does without drawing it
 * again. Returns what its frame handles, and a ref for the drawing.
 */
export function useHandling<Drawing extends HTMLElement | SVGSVGElement>(parts: HandlingParts) {
  const { scale, percent, transformOf, onPinch } = parts;
  const drawing = useRef<Drawing>(null);
  const moved = useRef({ x: 0, y: 0 });
  const place = () =>
    drawing.current?.style.setProperty(
      'transform',
      transformOf(moved.current, percentOf(scale) / percent),
    );
  useEachScale(scale, place);
  const pan = usePan({
    onMove(x, y) {
      moved.current = { x: moved.current.x + x, y: moved.current.y + y };
      place();
    },
    onPinch,
  });
  return { drawing, pan };
}
