import { useSyncExternalStore } from 'react';
import { useMedia } from '#ui/use-media.ts';
import { dotsPerPixel, pageZoom, watchZoom } from './page-zoom.ts';
import { pixelsPerInch } from './screen-scale.ts';

/** CSS pixels to an inch of this screen, live. */
export function useScreenScale(dotsPerInch: number | null): number {
  const dots = useSyncExternalStore(watchZoom, dotsPerPixel);
  const isPhone = useMedia('(pointer: coarse)');
  return pixelsPerInch({ dotsPerInch, dotsPerPixel: dots, isPhone });
}

/** Whether the page is zoomed in a way that leaves the true size a guess, live. */
export function useZoomGuess(): boolean {
  return useSyncExternalStore(watchZoom, () => pageZoom() === null);
}
