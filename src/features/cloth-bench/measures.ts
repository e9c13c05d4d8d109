import type { Product } from '#contract/shop/product.ts';
import { sizeWithUnit, withUnit } from '#contract/shop/with-unit.ts';

export const lengthUnits = ['in', 'cm'] as const;
export type LengthUnit = (typeof lengthUnits)[number];

const cmPerInch = 2.54;

/** A width and a height, in the unit that the text around it names. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Times a size. */
export function scaled({ width, height }: Size, by: number): Size {
  return { width: width * by, height: height * by };
}

/** How many of a unit an inch has. */
export function perInch(unit: LengthUnit): number {
  return unit === 'in' ? 1 : cmPerInch;
}

/** A number with at most one decimal: 7.3, 18. */
export function shortNumber(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A length for people: "7.3 in" or "18.5 cm". `inches` is the length. */
export function lengthText(inches: number, unit: LengthUnit): string {
  return withUnit(shortNumber(inches * perInch(unit)), unit);
}

/** Fewer dots than this per inch look soft when printed. */
export const softDpi = 150;

/** The dots per inch of a design's largest file, printed at `percent` of its size; null without a repeat or a picture file. */
export function dpiAt(
  { tile, files }: Pick<Product, 'tile' | 'files'>,
  percent: number,
): number | null {
  const pixels = Math.max(0, ...files.map(({ width }) => width ?? 0));
  return tile && pixels > 0 ? Math.floor(pixels / (tile.width * (percent / 100))) : null;
}

/** What a maker asks of a pattern at a size. Lengths in inches. */
export interface ClothFigures {
  readonly repeat: Size;
  /** Repeats from one edge of the cloth to the other, with one decimal. */
  readonly across: number;
  readonly dpi: number | null;
}

/** The figures at `percent` of the design's size, on cloth that is `fabricWidth` inches wide; null without a repeat. */
export function clothFigures(
  product: Pick<Product, 'tile' | 'files'>,
  percent: number,
  fabricWidth: number,
): ClothFigures | null {
  const { tile } = product;
  if (!tile) return null;
  const scale = percent / 100;
  const repeat = { width: tile.width * scale, height: tile.height * scale };
  // Cut, not rounded: 5.96 repeats aren't six.
  const across = Math.floor((fabricWidth / repeat.width) * 10 + 1e-9) / 10;
  return { repeat, across, dpi: dpiAt(product, percent) };
}

/** The figures in words: "The pattern repeats every 7.3 in, 6 times across 44 in. At 350 DPI it prints sharp." */
export function figuresText(
  { repeat, across, dpi }: ClothFigures,
  fabricWidth: number,
  unit: LengthUnit,
): string {
  const isSquare = Math.abs(repeat.width - repeat.height) < 0.005;
  const size = isSquare
    ? lengthText(repeat.width, unit)
    : sizeWithUnit(
        shortNumber(repeat.width * perInch(unit)),
        shortNumber(repeat.height * perInch(unit)),
        unit,
      );
  const times = across === 1 ? 'once' : `${across} times`;
  const repeats = `The pattern repeats every ${size}, ${times} across ${lengthText(fabricWidth, unit)}.`;
  if (dpi === null) return repeats;
  return `${repeats} At ${withUnit(dpi, 'DPI')} it prints ${dpi < softDpi ? 'soft' : 'sharp'}.`;
}
