import { distance, labOfHex } from './swatches.ts';

/** A colour to choose by name; `color` is `rrggbb`. */
export interface NamedColor {
  readonly name: string;
  readonly color: string;
}

export const namedColors: readonly NamedColor[] = [
  { name: 'Red', color: 'c8323c' },
  { name: 'Orange', color: 'e58a3a' },
  { name: 'Yellow', color: 'f2c94c' },
  { name: 'Green', color: '5f9e5a' },
  { name: 'Teal', color: '2f9e8f' },
  { name: 'Sky blue', color: '8fc7e8' },
  { name: 'Blue', color: '3566b0' },
  { name: 'Navy', color: '23355c' },
  { name: 'Purple', color: '7d5ba6' },
  { name: 'Pink', color: 'f0a3b5' },
  { name: 'Brown', color: '8a5a3c' },
  { name: 'Cream', color: 'f8f1de' },
  { name: 'Grey', color: '9a979d' },
  { name: 'Black', color: '2a2430' },
];

/** What to call a colour, given as `rrggbb`: its name, or the name of the nearest, such as `Near red`. */
export function colorName(color: string): string {
  const lab = labOfHex(color);
  const awayFrom = (named: NamedColor) => distance(lab, labOfHex(named.color));
  const nearest = namedColors.reduce((one, other) =>
    awayFrom(other) < awayFrom(one) ? other : one,
  );
  return nearest.color === color ? nearest.name : `Near ${nearest.name.toLowerCase()}`;
}

/** The name of a colour, given as `rrggbb`, where several may stand together: with its code unless it has a name of its own. */
export function distinctColorName(color: string): string {
  const name = colorName(color);
  return namedColors.some((named) => named.color === color) ? name : `${name} (#${color})`;
}
