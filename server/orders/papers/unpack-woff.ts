import { inflateSync } from 'node:zlib';

const [woffHead, woffEntry] = [44, 20];
const [fontHead, fontEntry] = [12, 16];

/**
 * A WOFF file as the TrueType font that was packed in it. fontkit reads WOFF too, but unpacks a whole table for each
 * glyph.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(fontHead + count * fontEntry);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let reached = head.byteLength;
  for (let place = 0; place < count; place += 1) {
    const entry = woffHead + place * woffEntry;
    const offset = woff.readUInt32BE(entry + 4);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    const table = packed.byteLength < length ? inflateSync(packed) : packed;
    const own = fontHead + place * fontEntry;
    woff.copy(head, own, entry, entry + 4);
    woff.copy(head, own + 4, entry + 16, entry + 20);
    head.writeUInt32BE(reached, own + 8);
    head.writeUInt32BE(length, own + 12);
    // Each begins at a multiple of four bytes.
    const filled = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(filled);
    tables.push(filled);
    reached += filled.byteLength;
  }
  return Buffer.concat([head, ...tables]);
}
