import type { Metadata, SharpOptions } from 'sharp';
import { codedPrimaries, codedTransfers } from './coding-points.ts';
import { hdrCurves } from './hdr-light.ts';
import { loadSharp } from './load-sharp.ts';
import { withChunkAfterHead } from './png-chunks.ts';

/** The numbers of ITU-T H.273 for sRGB's primaries and transfer. */
const srgb = { primaries: 1, transfer: 13 } as const;
const unspecified = 2;
/** BT.709, BT.601 and BT.2020, whose curves of cameras Chromium takes for that of sRGB in an AVIF. */
const cameras: ReadonlySet<number> = new Set([1, 6, 14, 15]);
/** Real files have a dozen boxes beside each other. */
const mostBoxes = 1000;
/** Since one raw picture after the other is in memory, it isn't packed. */
const unpacked = { compressionLevel: 0 } as const;

/** How a picture is decoded. `seconds`: no longer than that; 0: as long as it takes. */
export interface DecodingOptions extends SharpOptions {
  readonly seconds?: number;
}

/**
 * An AVIF whose numbers are of another space than sRGB, as a PNG that says so by its `cICP` chunk; any other file as it
 * is. Decoders give the numbers and leave out what the `colr` box says of them; an ICC profile counts instead of it.
 */
export async function avifColor(
  file: Buffer,
  { format, icc }: Metadata,
  { seconds = 0, ...options }: DecodingOptions,
): Promise<Buffer> {
  const codes = format === 'heif' && !icc ? codesOf(file) : null;
  if (!codes) return file;
  const sharp = await loadSharp();
  const opened = sharp(file, { ...options, failOn: 'error' }).timeout({ seconds });
  // Dark parts of a picture for brighter screens need its 10 bits.
  const isHdr = hdrCurves.has(codes.transfer);
  const png = await opened
    .toColourspace(isHdr ? 'rgb16' : 'srgb')
    .png(unpacked)
    .toBuffer();
  // Of RGB, in full range.
  return withChunkAfterHead(png, 'cICP', Buffer.from([codes.primaries, codes.transfer, 0, 1]));
}

/** The numbers of H.273 as Chromium reads them; null: sRGB, or nothing is said. */
function codesOf(file: Buffer): { readonly primaries: number; readonly transfer: number } | null {
  const meta = boxNamed(file, 'meta');
  // Four bytes of version and flags come before its boxes.
  const properties = boxNamed(boxNamed(meta?.subarray(4), 'iprp'), 'ipco');
  const stated = [...boxesOf(properties)].find(
    ({ name, data }) => name === 'colr' && data.toString('latin1', 0, 4) === 'nclx',
  )?.data;
  if (!stated || stated.length < 8) return null;
  const [primaries, transfer] = [stated.readUInt16BE(4), stated.readUInt16BE(6)];
  const read = {
    primaries: primaries === unspecified ? srgb.primaries : primaries,
    transfer: transfer === unspecified || cameras.has(transfer) ? srgb.transfer : transfer,
  };
  const isSrgb = read.primaries === srgb.primaries && read.transfer === srgb.transfer;
  const isKnown =
    codedPrimaries.has(read.primaries) &&
    (codedTransfers.has(read.transfer) || hdrCurves.has(read.transfer));
  return isSrgb || !isKnown ? null : read;
}

function boxNamed(data: Buffer | undefined, wanted: string): Buffer | undefined {
  return [...boxesOf(data)].find(({ name }) => name === wanted)?.data;
}

/** The boxes of a file or a box, in order (ISO/IEC 14496-12, 4.2); fewer if one breaks off or there are too many. */
function* boxesOf(data: Buffer = Buffer.alloc(0)) {
  let start = 0;
  for (let count = 0; count < mostBoxes && start + 8 <= data.length; count += 1) {
    const size = data.readUInt32BE(start);
    const isLong = size === 1 && start + 16 <= data.length;
    const head = isLong ? 16 : 8;
    const stated = isLong ? Number(data.readBigUInt64BE(start + 8)) : size;
    const end = size === 0 ? data.length : start + stated;
    if (end < start + head || end > data.length) return;
    yield {
      name: data.toString('latin1', start + 4, start + 8),
      data: data.subarray(start + head, end),
    };
    start = end;
  }
}
