import { miniaturePixels } from '#contract/shop/miniature.ts';
import type { Picture } from '#contract/shop/picture.ts';

/** Enough for the frequencies of a miniature; the browser smooths what is between. */
const longSide = 16;
const headerBytes = 54;

/** Writes pixels as a BMP, the format that takes the least code. */
function bitmap(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = new Uint8Array(headerBytes + rowBytes * height);
  const header = new DataView(file.buffer);
  header.setUint16(0, 0x42_4d);
  header.setUint32(2, file.length, true);
  header.setUint32(10, headerBytes, true);
  header.setUint32(14, 40, true);
  header.setInt32(18, width, true);
  header.setInt32(22, height, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 24, true);
  // The last row is the first, and blue comes before red.
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      const pixel = pixels.subarray(from, from + 3).toReversed();
      file.set(pixel, headerBytes + (height - 1 - y) * rowBytes + x * 3);
    }
  }
  return file;
}

/** A picture's miniature as a value of CSS, a picture of a few pixels in about its proportions; undefined without one. */
export function miniatureUrl({
  miniature = '',
  ...picture
}: Pick<Picture, 'miniature' | 'width' | 'height'>): string | undefined {
  const scale = longSide / Math.max(picture.width, picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const pixels = miniaturePixels(miniature, width, height);
  if (!pixels) return;
  const file = String.fromCharCode(...bitmap(pixels, width, height));
  return `url(data:image/bmp;base64,${btoa(file)})`;
}
