import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of two colours, left and right, encoded as a file. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff',
  size: { readonly width?: number; readonly height?: number } = {},
): Promise<Buffer> {
  const { width = 64, height = 48 } = size;
  const right = await sharp({
    create: { width: Math.ceil(width / 2), height, channels: 3, background: '#2255cc' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#cc2255' } })
    .composite([{ input: right, gravity: 'east' }])
    .toFormat(format)
    .toBuffer();
}

/** A picture of one colour, `#rrggbb`, as a PNG. */
export function plainPicture(color: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .png()
    .toBuffer();
}

/** Pixels that no format can compress. */
export function noise(width: number, height: number, seed = 1): Promise<Buffer> {
  let state = seed;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state >> 16;
  });
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(data.byteLength, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG whose header declares this size; its pixel data is `rows` bytes of zeroes, compressed. */
export function declaredPng(width: number, height: number, rows = 1000): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG with a chunk inserted before its pixels. */
export function withPngChunk(png: Uint8Array, name: string, data: Uint8Array): Buffer {
  const afterHead = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHead), pngChunk(name, data), png.subarray(afterHead)]);
}
