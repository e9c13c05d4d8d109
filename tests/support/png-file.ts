import { deflateSync } from 'node:zlib';
import { pngChunk } from './pictures.ts';

/** The chunks that say what a PNG's colours are, by name. */
export type ColorChunks = readonly (readonly [name: string, data: Buffer])[];

interface PngOptions {
  /** The bits of a sample. */
  readonly depth?: 8 | 16;
  readonly type: 'grey' | 'rgb' | 'palette' | 'grey+alpha' | 'rgb+alpha';
  readonly isInterlaced?: boolean;
  /** Of a palette of one colour, the number that all pixels have. */
  readonly number?: number;
  readonly chunks?: ColorChunks;
}

const types = { grey: 0, rgb: 2, palette: 3, 'grey+alpha': 4, 'rgb+alpha': 6 } as const;
const side = 16;

/** A PNG of one colour, each channel 0 to 255, opaque; a grey one takes the first channel. */
export function pngOf(
  color: readonly [number, number, number],
  { depth = 8, type, isInterlaced = false, number = 0, chunks = [] }: PngOptions,
): Buffer {
  const colors = type === 'palette' ? [number] : type.startsWith('grey') ? [color[0]] : color;
  const samples = type.endsWith('alpha') ? [...colors, 255] : colors;
  const pixel = samples.flatMap((value) => (depth === 16 ? [value, value] : [value]));
  const rows = isInterlaced ? interlacedRows() : Array.from({ length: side }, () => side);
  const pixels = rows.map((width) => [0, ...Array.from({ length: width }, () => pixel).flat()]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([depth, types[type], 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...chunks.filter(([name]) => name !== 'tRNS').map(([name, data]) => pngChunk(name, data)),
    ...(type === 'palette' ? [pngChunk('PLTE', Buffer.from(color))] : []),
    ...chunks.filter(([name]) => name === 'tRNS').map(([name, data]) => pngChunk(name, data)),
    pngChunk('IDAT', deflateSync(Buffer.from(pixels.flat()))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The widths of the rows of Adam7's seven passes. */
function interlacedRows(): number[] {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return passes.flatMap(([left, top, across, down]) =>
    Array.from({ length: Math.ceil((side - top) / down) }, () => Math.ceil((side - left) / across)),
  );
}

const numbers = (...values: readonly number[]) => {
  const data = Buffer.alloc(4 * values.length);
  for (const [place, value] of values.entries()) data.writeUInt32BE(value, 4 * place);
  return data;
};

export const gAMA = (exponent: number) =>
  ['gAMA', numbers(Math.round(100_000 / exponent))] as const;

/** White, red, green and blue, as x and y in hundred thousandths. */
export const cHRM = (...values: readonly number[]) => ['cHRM', numbers(...values)] as const;

export const cICP = (primaries: number, transfer: number, matrix = 0, isFullRange = 1) =>
  ['cICP', Buffer.from([primaries, transfer, matrix, isFullRange])] as const;

/** The light of the brightest pixel, in nits. */
export const cLLI = (brightest: number) => ['cLLI', numbers(10_000 * brightest, 0)] as const;

/** The brightest light of the screen on which a picture was made, in nits. */
export const mDCV = (brightest: number) =>
  ['mDCV', Buffer.concat([Buffer.alloc(16), numbers(10_000 * brightest, 0)])] as const;

export const sRGB = ['sRGB', Buffer.from([0])] as const;

export const iCCP = (profile: Buffer) =>
  ['iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])] as const;
