/** The shop's colours, which the studio chooses (contract/studio/look.ts has their names and what they need). */

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

/** The stylesheet with the changed colours, which documents load before they are painted. */
export const lookPath = '/look.css';

/** The content of that stylesheet. Leaves out what isn't a colour of the shop. */
export function lookCss(changed: ChangedColors): string {
  const lines = lookColors.flatMap((name) => {
    const color = changed[name];
    return color !== undefined && /^#[0-9a-f]{6}$/.test(color) ? [`--${name}:${color}`] : [];
  });
  return `:root{${lines.join(';')}}`;
}
