/**
 * A miniature is a picture blurred so much that 28 characters describe it. It is drawn until the picture has loaded. It is
 * base64 of the mean colour (3 bytes), of the greatest amplitude of each plane (a byte each), and of the lowest
 * frequencies of their cosine transforms, as parts of the greatest (4 bits each).
 */

/** The pixels to a side of the square that a miniature is made of. */
export const miniatureSide = 32;
/** A frequency across plus one down is at most this. Eyes see changes of brightness finer than those of colour. */
const orders = { brightness: 5, blue: 2, red: 2 } as const;
type Plane = keyof typeof orders;
const planes: readonly Plane[] = ['brightness', 'blue', 'red'];
/** Smaller amplitudes aren't seen. Left out, they compress. */
const leastSeen = 0.01;
/** Steps of an amplitude to each side of 0. */
const steps = 7;
/** Where the greatest amplitudes and the frequencies begin. */
const [scalesAt, partsAt] = [3, 6];
const pattern = /^[A-Za-z0-9+/]{28}$/;

/** The shares of red, green and blue in brightness. */
const [redShare, greenShare, blueShare] = [0.299, 0.587, 0.114];

interface Frequency {
  readonly across: number;
  readonly down: number;
}

/** All frequencies up to an order but for the mean, in the order in which they are written. */
function frequencies(order: number): Frequency[] {
  const all: Frequency[] = [];
  for (let down = 0; down <= order; down += 1) {
    for (let across = down === 0 ? 1 : 0; across + down <= order; across += 1) {
      all.push({ across, down });
    }
  }
  return all;
}

/** The values of a cosine of each frequency at the middle of each of `size` pixels. */
function waves(size: number): Float64Array[] {
  return Array.from({ length: orders.brightness + 1 }, (_, frequency) =>
    Float64Array.from({ length: size }, (_, at) =>
      Math.cos((Math.PI * frequency * (at + 0.5)) / size),
    ),
  );
}

/** Weakens higher frequencies, so that a sharp edge gets no rim of the opposite colour. */
function smooth(frequency: number, order: number): number {
  const angle = (Math.PI * frequency) / (order + 2);
  return angle === 0 ? 1 : Math.sin(angle) / angle;
}

function planeOf(rgb: Uint8Array, plane: Plane): Float64Array {
  return Float64Array.from({ length: rgb.length / 3 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at * 3, at * 3 + 3);
    const brightness = redShare * red + greenShare * green + blueShare * blue;
    const values = { brightness, blue: blue - brightness, red: red - brightness };
    return values[plane] / 255;
  });
}

const cosines = waves(miniatureSide);

function amplitude(values: Float64Array, { across, down }: Frequency, order: number): number {
  let [sum, at] = [0, 0];
  for (const row of cosines[down] ?? []) {
    for (const column of cosines[across] ?? []) {
      sum += (values[at] ?? 0) * column * row;
      at += 1;
    }
  }
  const norm = (across === 0 ? 1 : 2) * (down === 0 ? 1 : 2);
  return ((sum * norm) / values.length) * smooth(across, order) * smooth(down, order);
}

/** The miniature of a picture scaled to a square of `miniatureSide` pixels, three bytes each. */
export function miniatureOf(rgb: Uint8Array): string {
  const mean = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = channel; at < rgb.length; at += 3) sum += rgb[at] ?? 0;
    return Math.round((sum * 3) / rgb.length);
  });
  const found = planes.map((plane) => {
    const values = planeOf(rgb, plane);
    const amplitudes = frequencies(orders[plane])
      .map((frequency) => amplitude(values, frequency, orders[plane]))
      .map((each) => (Math.abs(each) < leastSeen ? 0 : each));
    // Its root, since small ones must be as exact as large ones.
    const scale = Math.ceil(Math.sqrt(Math.max(...amplitudes.map(Math.abs))) * 255);
    return { scale, parts: amplitudes.map((each) => stepOf(each, scale)) };
  });
  const parts = found.flatMap((plane) => plane.parts);
  const pairs = parts.flatMap((part, at) => (at % 2 === 0 ? part * 16 + (parts[at + 1] ?? 0) : []));
  return btoa(String.fromCharCode(...mean, ...found.map(({ scale }) => scale), ...pairs));
}

function stepOf(value: number, scale: number): number {
  return scale === 0 ? steps : steps + Math.round((value / (scale / 255) ** 2) * steps);
}

/** A miniature's pixels, three bytes each, in a size of the picture's proportions; null if the text is none. */
export function miniaturePixels(
  miniature: string,
  width: number,
  height: number,
): Uint8ClampedArray | null {
  if (!pattern.test(miniature)) return null;
  const bytes = Uint8Array.from(atob(miniature), (character) => character.charCodeAt(0));
  const mean = bytes.subarray(0, scalesAt);
  const [columns, rows] = [waves(width), waves(height)];
  let place = partsAt * 2;
  const drawn = planes.map((plane, at) => {
    const scale = ((bytes[scalesAt + at] ?? 0) / 255) ** 2;
    const values = new Float64Array(width * height).fill(planeOf(mean, plane)[0] ?? 0);
    for (const { across, down } of frequencies(orders[plane])) {
      const pair = bytes[place >> 1] ?? 0;
      const part = ((place % 2 === 0 ? pair >> 4 : pair & 15) - steps) / steps;
      place += 1;
      addWave(values, part * scale, columns[across], rows[down]);
    }
    return values;
  });
  const [brightness, blues, reds] = drawn;
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const light = brightness?.[at] ?? 0;
    const [red, blue] = [light + (reds?.[at] ?? 0), light + (blues?.[at] ?? 0)];
    const green = (light - redShare * red - blueShare * blue) / greenShare;
    pixels.set([red * 255, green * 255, blue * 255], at * 3);
  }
  return pixels;
}

function addWave(
  values: Float64Array,
  amplitude: number,
  columns: Float64Array = new Float64Array(),
  rows: Float64Array = new Float64Array(),
): void {
  if (amplitude === 0) return;
  let at = 0;
  for (const row of rows) {
    for (const column of columns) {
      values[at] = (values[at] ?? 0) + amplitude * column * row;
      at += 1;
    }
  }
}
