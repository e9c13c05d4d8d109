import { headBytes } from './file-kind.ts';

/** The first bytes of a file: at least `length`, if it has as many. Reads no more chunks than needed. */
export async function headOf(
  source: AsyncIterable<Uint8Array>,
  length = headBytes,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let got = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    got += chunk.byteLength;
    if (got >= length) break;
  }
  return Buffer.concat(chunks);
}
