import type { Brand, Logo } from './content.ts';
import { logoPath } from './paths.ts';

/** The shop's look, which the studio chooses: colours (contract/studio/look-contrast.ts has their names and what they need) and logo. */

/** Each is a CSS variable of src/styles/tokens.css, where its usual colour is. */
export const lookColors = [
  'paper',
  'paper-deep',
  'card',
  'ink',
  'ink-soft',
  'raspberry',
  'raspberry-deep',
  'on-raspberry',
  'teal',
  'on-teal',
  'sunshine',
  'sky',
  'mint',
  'blush',
  'lilac',
  'opening',
  'opening-end',
  'line',
  'stitch',
  'field-line',
] as const;
export type LookColor = (typeof lookColors)[number];

/** The colours that aren't the usual ones, as `#rrggbb` by name. */
export type ChangedColors = Readonly<Record<string, string>>;

/** The stylesheet with the changed colours and the logo, which documents load before they are painted. */
export const lookPath = '/look.css';

/** The content of that stylesheet: colours, and the header's picture until the page has rendered. */
export function lookCss(changed: ChangedColors, { logo, mark }: Brand = {}): string {
  const lines = lookColors.flatMap((name) => {
    const color = changed[name];
    return color !== undefined && /^#[0-9a-f]{6}$/.test(color) ? [`--${name}:${color}`] : [];
  });
  const colors = `:root{${lines.join(';')}}`;
  if (!logo && mark !== 'name') return colors;
  const unmarked = `${colors}.first-paint-header>*{display:none}`;
  return logo && mark !== 'name'
    ? `${unmarked}.first-paint-header::before{${picture(logo)}}`
    : unmarked;
}

/** In CSS pixels. */
export const headerMark = 40;
const widestMark = 4;

function picture(logo: Logo): string {
  const { width, height } = logoBox(logo, headerMark);
  return `content:"";width:${width}px;height:${height}px;background:url(${logoPath(logo.hash, 'webp')}) 0/contain no-repeat`;
}

/** The size of a logo where the mark is `size` high: no higher, and at most four times as wide. */
export function logoBox({ width, height }: Logo, size: number): { width: number; height: number } {
  const scale = Math.min(size / height, (widestMark * size) / width);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
