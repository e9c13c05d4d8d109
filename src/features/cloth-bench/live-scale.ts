import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { boundPercent } from '#contract/shop/cloth-view-path.ts';

/**
 * The bench's scale in per cent, not rounded. The parts that show it read it themselves, so that a frame of a gesture
 * renders these and nothing else.
 */
export type LiveScale = StoreApi<number>;

/** How long the scale must rest before the cloth is drawn at it. */
const restMs = 150;
/** The cloth is drawn this many times as large as its frame, so that it still covers it when it is shown smaller. */
export const clothRoom = 2;

/** The scale in whole per cent. */
export function percentOf(scale: LiveScale): number {
  return boundPercent(scale.getState());
}

/** The scale in whole per cent, live. */
export function usePercent(scale: LiveScale): number {
  return useStore(scale, boundPercent);
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
