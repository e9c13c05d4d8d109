import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The pixels per inch that a PNG declares, horizontally and vertically. */
export function dpiOf(png: Buffer): readonly number[] {
  const at = png.indexOf('pHYs');
  const perMetre = [png.readUInt32BE(at + 4), png.readUInt32BE(at + 8)];
  expect(png[at + 12], 'the unit is the metre').toBe(1);
  return perMetre.map((pixels) => Math.round(pixels * 0.0254));
}

/** The entries of a ZIP whose files are stored uncompressed. */
export function zipEntries(zip: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(name, zip.subarray(start, start + size));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
