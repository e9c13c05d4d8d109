/**
 * Colours of designs. A picture's main colours are computed once, by the server; comparing them is the same on
 * server and device. Colours are compared in OKLab, where equal distances look equally different.
 */

/** A colour in OKLab: lightness 0 to 1, and the two axes green–red and blue–yellow. */
export interface Lab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** One of a picture's main colours. */
export interface Swatch {
  /** `#rrggbb`. */
  readonly hex: string;
  readonly lab: Lab;
  /** The share of the picture it covers, in fifteenths. */
  readonly weight: number;
}

/** How many main colours a picture has at most. */
export const maxSwatches = 5;
/** The largest weight, which a single hexadecimal digit expresses. */
export const fullWeight = 15;
/** Nearer colours of a picture count as one. */
const sameColor = 0.05;
/** Clusters to begin with; similar ones are then merged. */
const firstClusters = 9;
const rounds = 6;

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  const clamped = Math.min(1, Math.max(0, value));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
}

/** An sRGB colour, channels 0 to 255, in OKLab (Björn Ottosson's matrices). */
export function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** `#rrggbb` of a colour in OKLab; what a screen can't show is clipped. */
export function hexOf({ lightness, a, b }: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((value) => gamma(value).toString(16).padStart(2, '0')).join('')}`;
}

/** The colour of six hexadecimal digits, with or without `#`. */
export function labOfHex(hex: string): Lab {
  const digits = hex.replace('#', '');
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return labOf(channel(0), channel(2), channel(4));
}

/** How different two colours look; 0: the same, about 1: black and white. */
export function distance(one: Lab, other: Lab): number {
  const lightness = one.lightness - other.lightness;
  const a = one.a - other.a;
  const b = one.b - other.b;
  // Math.hypot takes several times as long, and listings compare thousands of palettes.
  return Math.sqrt(lightness * lightness + a * a + b * b);
}

interface Cluster {
  readonly lab: Lab;
  /** Number of pixels. */
  readonly count: number;
}

function meanOf(parts: readonly Cluster[]): Cluster {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const mean = (axis: keyof Lab) =>
    parts.reduce((sum, { lab, count: own }) => sum + lab[axis] * own, 0) / count;
  return { lab: { lightness: mean('lightness'), a: mean('a'), b: mean('b') }, count };
}

/** Pixels of nearly the same colour, put together. `rgb` has three bytes a pixel. */
function bucketsOf(rgb: Uint8Array): Cluster[] {
  const sums = new Map<number, [red: number, green: number, blue: number, count: number]>();
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    sums.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1]);
  }
  return [...sums.values()].map(([red, green, blue, count]) => ({
    lab: labOf(red / count, green / count, blue / count),
    count,
  }));
}

function nearest(lab: Lab, centers: readonly Cluster[]): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let place = 0; place < centers.length; place += 1) {
    const away = distance(lab, centers[place]?.lab ?? lab);
    if (away < least) [best, least] = [place, away];
  }
  return best;
}

/** Colours that are far from one another and that many pixels have. */
function firstCenters(buckets: readonly Cluster[]): Cluster[] {
  const centers = [buckets.reduce((most, each) => (each.count > most.count ? each : most))];
  let gains = buckets.map(() => Number.POSITIVE_INFINITY);
  while (centers.length < Math.min(firstClusters, buckets.length)) {
    const newest = centers.at(-1);
    gains = buckets.map(({ lab, count }, place) =>
      Math.min(gains[place] ?? 0, Math.sqrt(count) * distance(lab, newest?.lab ?? lab)),
    );
    const most = gains.reduce((best, gain, place) => (gain > (gains[best] ?? 0) ? place : best), 0);
    centers.push(...buckets.slice(most, most + 1));
  }
  return centers;
}

function merged(clusters: readonly Cluster[]): Cluster[] {
  const kept: Cluster[] = [];
  for (const cluster of clusters.toSorted((one, other) => other.count - one.count)) {
    const place = kept.findIndex(({ lab }) => distance(lab, cluster.lab) < sameColor);
    const known = kept[place];
    if (known) kept[place] = meanOf([known, cluster]);
    else kept.push(cluster);
  }
  return kept.toSorted((one, other) => other.count - one.count);
}

/**
 * The main colours of a picture, most of it first, as text: for each, `rrggbb` and its weight as a
 * hexadecimal digit, so at most 35 characters. `rgb` has three bytes a pixel; some thousand pixels are enough.
 */
export function swatchesOf(rgb: Uint8Array): string {
  const buckets = bucketsOf(rgb);
  if (buckets.length === 0) return '';
  let centers = firstCenters(buckets);
  for (let round = 0; round < rounds; round += 1) {
    const groups = Map.groupBy(buckets, ({ lab }) => nearest(lab, centers));
    centers = [...groups.values()].map(meanOf);
  }
  const pixels = Math.floor(rgb.length / 3);
  return merged(centers)
    .slice(0, maxSwatches)
    .map(({ lab, count }) => {
      const weight = Math.max(1, Math.round((count / pixels) * fullWeight));
      return `${hexOf(lab).slice(1)}${weight.toString(16)}`;
    })
    .join('');
}

/** Reads what `swatchesOf` wrote. */
export function readSwatches(text: string): Swatch[] {
  return (text.match(/[0-9a-f]{7}/g) ?? []).map((part) => ({
    hex: `#${part.slice(0, 6)}`,
    lab: labOfHex(part),
    weight: Number.parseInt(part.slice(6), 16),
  }));
}
