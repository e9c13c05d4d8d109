import { useSyncExternalStore } from 'react';
import { useMedia } from '#ui/use-media.ts';
import { pixelsPerInch } from './screen-scale.ts';

function subscribe(listener: () => void): () => void {
  // Zooming the page and moving the window to another screen both resize it.
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** CSS pixels to an inch of this screen, live. */
export function useScreenScale(dotsPerInch: number | null): number {
  const dotsPerPixel = useSyncExternalStore(subscribe, () => devicePixelRatio);
  const isPhone = useMedia('(pointer: coarse)');
  return pixelsPerInch({ dotsPerInch, dotsPerPixel, isPhone });
}
