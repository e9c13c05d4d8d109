import sharp from 'sharp';

export interface Shade {
  /** Degrees. */
  readonly hue: number;
  readonly saturation: number;
  readonly light: number;
}

const isBetween = (value: number, low: number, high: number) => value >= low && value <= high;
const isRed = ({ hue }: Shade) => hue >= 335 || hue <= 16;

/** What a buyer would accept under each name, generously. */
export const shades: Readonly<Record<string, (shade: Shade) => boolean>> = {
  red: (it) => isRed(it) && it.saturation > 0.35 && isBetween(it.light, 0.28, 0.68),
  burgundy: (it) => isRed(it) && it.light < 0.45,
  coral: (it) => (it.hue >= 345 || it.hue <= 22) && isBetween(it.light, 0.52, 0.82),
  pink: (it) => (it.hue >= 305 || it.hue <= 16) && it.light > 0.58,
  peach: (it) => isBetween(it.hue, 8, 42) && it.light > 0.7,
  orange: (it) => isBetween(it.hue, 12, 42) && it.saturation > 0.5 && it.light < 0.78,
  terracotta: (it) => isBetween(it.hue, 2, 32) && isBetween(it.light, 0.38, 0.7),
  brown: (it) => isBetween(it.hue, 0, 42) && it.light < 0.52,
  beige: (it) => isBetween(it.hue, 18, 62) && it.light > 0.68,
  sand: (it) => isBetween(it.hue, 18, 62) && it.light > 0.7,
  cream: (it) => isBetween(it.hue, 18, 70) && it.light > 0.84,
  mustard: (it) => isBetween(it.hue, 28, 52) && isBetween(it.light, 0.45, 0.78),
  yellow: (it) => isBetween(it.hue, 36, 66) && it.saturation > 0.5 && it.light > 0.48,
  green: (it) => isBetween(it.hue, 65, 178) && it.saturation > 0.06,
  sage: (it) => isBetween(it.hue, 55, 165) && it.saturation < 0.4 && isBetween(it.light, 0.35, 0.9),
  mint: (it) => isBetween(it.hue, 110, 190) && it.light > 0.65,
  teal: (it) => isBetween(it.hue, 160, 200) && it.light < 0.68,
  aqua: (it) => isBetween(it.hue, 168, 210) && it.light > 0.48,
  blue: (it) => isBetween(it.hue, 185, 250) && it.saturation > 0.12,
  navy: (it) => isBetween(it.hue, 200, 265) && it.light < 0.42,
  purple: (it) => isBetween(it.hue, 248, 312) && it.light < 0.8,
  plum: (it) => isBetween(it.hue, 265, 345) && it.light < 0.45,
  lilac: (it) => isBetween(it.hue, 245, 312) && it.light > 0.6,
  white: (it) => it.light > 0.93,
};

function shadeOf(red: number, green: number, blue: number): Shade {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  const light = most - range / 2;
  if (range === 0) return { hue: 0, saturation: 0, light };
  const sixth =
    most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: sixth * 60, saturation: range / (1 - Math.abs(2 * light - 1)), light };
}

/** The non-transparent part of the drawing. */
export async function shadesOf(svg: string): Promise<Shade[]> {
  // Large enough for thin lines, and for each pixel to have one colour.
  const side = 120;
  const pixels = await sharp(Buffer.from(svg))
    .resize(side, side, { fit: 'inside', kernel: 'nearest' })
    .raw()
    .ensureAlpha()
    .toBuffer();
  const found: Shade[] = [];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha > 128) found.push(shadeOf(red, green, blue));
  }
  return found;
}
