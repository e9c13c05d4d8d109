import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { readZip, zipDigest, zipLayout } from '#server/platform/files/zip-layout.ts';

/** A ZIP as the shop gives it, and its digest. */
export async function makeZip(
  files: Readonly<Record<string, Uint8Array>>,
): Promise<{ readonly bytes: Buffer; readonly digest: string }> {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    content,
    bytes: content.length,
    crc32: crc32(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  const layout = zipLayout(entries);
  const whole = { start: 0, end: layout.bytes - 1 };
  const chunks = readZip(layout, whole, ({ content }, { start, end }) =>
    Readable.from([content.subarray(start, end + 1)]),
  );
  return { bytes: await buffer(chunks), digest: zipDigest(layout) };
}
