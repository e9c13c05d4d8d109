import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { boundPercent } from '#contract/shop/cloth-view-path.ts';

/**
 * The bench's scale in per cent, not rounded. The parts that show it write it themselves, so that a frame of a gesture
 * renders nothing.
 */
export type LiveScale = StoreApi<number>;

/** How long figures stay as they are while the scale changes. */
const readMs = 200;
/** How long the scale must rest before the cloth is drawn at it. */
const restMs = 150;
/** The cloth is drawn this many times as large as its frame, so that it still covers it when it is shown smaller. */
export const clothRoom = 2;

/** Writes a text that changes with the scale; the same text again stays, so that nothing announces it twice. */
export function writeText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The scale in whole per cent. */
export function percentOf(scale: LiveScale): number {
  return boundPercent(scale.getState());
}

/** Calls `draw` after each render and with each change of the scale: a frame of a gesture has no time to render. */
export function useEachScale(scale: LiveScale, draw: () => void): void {
  useLayoutEffect(draw);
  useEffect(() => scale.subscribe(draw));
}

/**
 * Calls `write` after each render and while the scale changes, but no faster than figures can be read: a changed word
 * has the page laid out and painted, which a frame of a gesture has no time for either.
 */
export function useReadScale(scale: LiveScale, write: () => void): void {
  const latest = useRef(write);
  useLayoutEffect(() => {
    latest.current = write;
    write();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = scale.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, readMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [scale]);
}

/**
 * The scale at which to draw the cloth, in whole per cent. It follows when the gesture rests or has left the room that
 * was drawn; until then the drawing is stretched, which the compositor does alone.
 */
export function useDrawnPercent(scale: LiveScale): number {
  const [drawn, setDrawn] = useState(() => percentOf(scale));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      const percent = percentOf(scale);
      const factor = percent / drawn;
      if (factor === 1) return;
      const isFar = factor < 1 / clothRoom || factor > clothRoom;
      timer = setTimeout(() => setDrawn(percent), isFar ? 0 : restMs);
    };
    follow();
    const stop = scale.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [scale, drawn]);
  return drawn;
}
