import type { Metadata } from 'sharp';
import { channelsOf, inkProfile } from './color-profile.ts';
import { joinedInTurn } from './read-in-turn.ts';

const profileMark = Buffer.from('ICC_PROFILE\0', 'latin1');
/** The marker of the segment after which a JPEG has its pixels. */
const startOfScan = 0xda;
/** Any number of these may fill up before a marker. */
const fill = 0xff;
/** Many times what a real file has; a file of empty segments alone has millions. */
const mostSegments = 10_000;

/**
 * A JPEG in CMYK with a profile that shows it like a browser if it has none for CMYK: decoders would take inks of a
 * press for it. Any other file is returned as it is.
 */
export async function jpegColor(file: Buffer, { format, space, icc }: Metadata): Promise<Buffer> {
  const isOwn = icc !== undefined && channelsOf(icc) === 'CMYK';
  if (format !== 'jpeg' || space !== 'cmyk' || isOwn) return file;
  const parts = [
    file.subarray(0, 2),
    segment(Buffer.concat([profileMark, Buffer.from([1, 1]), inkProfile()])),
  ];
  let at = 2;
  for (let count = 0; count < mostSegments && at + 4 <= file.length; count += 1) {
    if (file[at] !== 0xff) break;
    while (file[at + 1] === fill) at += 1;
    if (file[at + 1] === startOfScan || at + 4 > file.length) break;
    const next = at + 2 + file.readUInt16BE(at + 2);
    const isProfile = profileMark.equals(file.subarray(at + 4, at + 4 + profileMark.length));
    if (!isProfile) parts.push(file.subarray(at, next));
    at = next;
  }
  return joinedInTurn([...parts, file.subarray(at)]);
}

function segment(content: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
