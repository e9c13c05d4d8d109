import type { CSSProperties } from 'react';
import type { Picture } from '#contract/shop/picture.ts';
import { useLoaded } from './use-loaded.ts';

/** Not needed for the first screen, which shows mean colours until it is there. */
const loadMiniatures = () => import('./miniature-url.ts');

/** What an `img` shows until its picture has loaded; with `background-size: cover`, also beside a smaller picture. */
export function usePlaceholder({ color, miniature, ...picture }: Picture): CSSProperties {
  const miniatureUrl = useLoaded(loadMiniatures, miniature !== undefined)?.default;
  const url = miniature === undefined ? null : (miniatureUrl?.(miniature, picture) ?? null);
  return { backgroundColor: color, ...(url !== null && { backgroundImage: `url(${url})` }) };
}
