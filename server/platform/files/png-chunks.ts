/** A chunk of a PNG. `start` and `end` are the places of the whole chunk in the file. */
export interface PngChunk {
  readonly name: string;
  readonly data: Buffer;
  readonly start: number;
  readonly end: number;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export function isPng(file: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}

/** The chunks before a PNG's pixels, in order; fewer if the file breaks off, none if it is no PNG. */
export function* chunksBeforePixels(file: Buffer): Generator<PngChunk> {
  if (!isPng(file)) return;
  for (let start = signature.length; start + 12 <= file.length; ) {
    const end = start + 12 + file.readUInt32BE(start);
    const name = file.toString('latin1', start + 4, start + 8);
    if (name === 'IDAT' || end > file.length) return;
    yield { name, data: file.subarray(start + 8, end - 4), start, end };
    start = end;
  }
}
