import sharp from 'sharp';

interface Picture {
  readonly size: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly pixels: Uint8Array;
}

export async function render(svg: string, size: number): Promise<Picture> {
  const pixels = await sharp(Buffer.from(svg))
    .resize(size, size, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { size, pixels };
}

/**
 * How abruptly the picture changes between one line and the previous one on the repeated cloth, beyond the
 * changes just before and after. Line 0 is the seam.
 */
function abruptness({ size, pixels }: Picture, line: number, upright: boolean): number {
  const start = (index: number, along: number) => {
    const across = (index + size) % size;
    return (upright ? along * size + across : across * size + along) * 3;
  };
  const step = (one: number, other: number) => {
    let sum = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      sum += Math.abs((pixels[one + channel] ?? 0) - (pixels[other + channel] ?? 0));
    }
    return sum;
  };
  let sum = 0;
  for (let along = 0; along < size; along += 1) {
    const before = start(line - 1, along);
    const here = start(line, along);
    const ordinary = Math.max(
      step(start(line - 2, along), before),
      step(here, start(line + 1, along)),
    );
    sum += Math.max(0, step(before, here) - ordinary);
  }
  return sum / size;
}

/**
 * Compares the seam with the most abrupt other line; a seam above 0 is visible. Squares and stripes have
 * abrupt lines of their own, and one of them may lie on the edge of the tile.
 */
export function seamExcess(picture: Picture): number {
  const excess = (upright: boolean) => {
    let most = 0;
    for (let line = 1; line < picture.size; line += 1) {
      most = Math.max(most, abruptness(picture, line, upright));
    }
    return abruptness(picture, 0, upright) - most * 1.25;
  };
  return Math.max(excess(true), excess(false));
}
