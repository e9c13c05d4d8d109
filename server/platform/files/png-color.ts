import { crc32, deflateSync, inflateSync } from 'node:zlib';
import {
  codedPrimaries,
  codedTransfers,
  hdrTransfers,
  powerTransfer,
  srgbPrimaries,
} from './coding-points.ts';
import { type Channels, channelsOf, colorProfile, greyProfile } from './color-profile.ts';
import type { Chromaticity, ColorSpace, Primaries } from './color-space.ts';
import { chunksBeforePixels } from './png-chunks.ts';

/** A PNG whose colours its ICC profile alone describes, and with a whole palette. */
export interface PngColor {
  readonly file: Buffer;
  /** Whether its profile had to be changed for that. */
  readonly isRewritten: boolean;
  readonly isHdr: boolean;
}

/** What the chunks of one name contain that counts: of two, the first. */
type Contents = ReadonlyMap<string, Buffer>;

/** What a PNG's colours are in. `own`: what its profile says; null: sRGB. */
interface StatedSpace {
  readonly space: ColorSpace | Buffer | 'own' | null;
  readonly isHdr: boolean;
}

const colorChunks = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']);
/** The type of a picture whose pixels are numbers of a palette. */
const paletted = 3;
/** Real profiles are smaller; a longer one isn't inflated. */
const maxProfileBytes = 16_000_000;

/**
 * Puts what a PNG's other chunks say of its colours into a profile, since decoders read that alone. Of several, the
 * one counts that does in Chromium: cICP, iCCP, sRGB, then gAMA with cHRM (PNG, third edition, 4.3); none that isn't
 * valid.
 */
export function pngColor(file: Buffer): PngColor {
  const chunks = [...chunksBeforePixels(file)];
  const contents: Contents = new Map(chunks.toReversed().map(({ name, data }) => [name, data]));
  const [head] = chunks;
  const colored = 2;
  const channels: Channels = (head?.data[9] ?? 0) & colored ? 'RGB ' : 'GRAY';
  const { space, isHdr } = statedSpace(contents, channels);
  const profile =
    Buffer.isBuffer(space) || space === 'own' ? space : space && colorProfile(channels, space);
  const isRewritten = profile !== 'own' && (profile !== null || contents.has('iCCP'));
  const palette = wholePalette(contents, head?.data);
  if (!head || !(isRewritten || palette)) return { file, isRewritten: false, isHdr };
  const parts = [
    file.subarray(0, head.end),
    ...(isRewritten && profile ? [profileChunk(profile)] : []),
    ...chunks
      .filter(({ name, start }) => start >= head.end && !(isRewritten && colorChunks.has(name)))
      .map(({ name, start, end }) => palette?.get(name) ?? file.subarray(start, end)),
    file.subarray(chunks.at(-1)?.end),
  ];
  return { file: Buffer.concat(parts), isRewritten, isHdr };
}

function statedSpace(contents: Contents, channels: Channels): StatedSpace {
  const coded = codedSpace(contents.get('cICP'));
  if (coded) return coded;
  const own = contents.get('iCCP');
  const profile = own && inflatedProfile(own);
  if (profile) return { space: profileSpace(profile, channels), isHdr: false };
  if (contents.has('sRGB')) return { space: null, isHdr: false };
  return { space: gammaSpace(contents.get('gAMA'), contents.get('cHRM')), isHdr: false };
}

/** libvips applies a profile for RGB to no grey picture; browsers do. */
function profileSpace(profile: Buffer, channels: Channels): Buffer | 'own' {
  const isOther = channels === 'GRAY' && channelsOf(profile) === 'RGB ';
  return (isOther && greyProfile(profile)) || 'own';
}

/** The space of a `cICP` chunk; null if it isn't one of RGB in full range, or not known. */
function codedSpace(data: Buffer | undefined): StatedSpace | null {
  if (data?.length !== 4) return null;
  const [primaryCode = 0, transferCode = 0, matrix, isFullRange] = data;
  const primaries = codedPrimaries.get(primaryCode);
  const transfer = codedTransfers.get(transferCode);
  if (!primaries || !transfer || matrix !== 0 || isFullRange !== 1) return null;
  const isSrgb = primaryCode === 1 && transferCode === 13;
  return { space: isSrgb ? null : { primaries, transfer }, isHdr: hdrTransfers.has(transferCode) };
}

/** The profile of an `iCCP` chunk; null if it is none. */
function inflatedProfile(data: Buffer): Buffer | null {
  try {
    const deflated = data.subarray(data.indexOf(0) + 2);
    const profile = inflateSync(deflated, { maxOutputLength: maxProfileBytes });
    return channelsOf(profile) === null ? null : profile;
  } catch {
    return null;
  }
}

/**
 * The space of `gAMA` with `cHRM`; null if that is sRGB or none. Without chromaticities, an exponent near 2.2 means
 * sRGB; without gamma, chromaticities mean nothing.
 */
function gammaSpace(gamma: Buffer | undefined, colors: Buffer | undefined): ColorSpace | null {
  if (gamma?.length !== 4) return null;
  const encoded = gamma.readUInt32BE(0) / 100_000;
  if (encoded === 0) return null;
  const transfer = powerTransfer(1 / encoded);
  if (colors?.length === 32) return { primaries: chromaticities(colors), transfer };
  const tolerance = 0.05;
  if (Math.abs(encoded * 2.2 - 1) < tolerance) return null;
  return { primaries: srgbPrimaries, transfer };
}

function chromaticities(data: Buffer): Primaries {
  const at = (place: number): Chromaticity => [
    data.readUInt32BE(place) / 100_000,
    data.readUInt32BE(place + 4) / 100_000,
  ];
  return { white: at(0), red: at(8), green: at(16), blue: at(24) };
}

/**
 * The chunks of a palette with a colour for each number that a pixel can have: the last one's, as in Chromium, for those
 * that it doesn't list. Null if none is missing.
 */
function wholePalette(
  contents: Contents,
  head: Buffer | undefined,
): ReadonlyMap<string, Buffer> | null {
  const colors = contents.get('PLTE');
  const [depth = 0, type] = head?.subarray(8) ?? [];
  const count = (colors?.length ?? 0) / 3;
  const missing = 2 ** depth - count;
  if (!colors || type !== paletted || count < 1 || depth > 8 || !(missing > 0)) return null;
  const alphas = contents.get('tRNS');
  const whole = (name: string, data: Buffer, last: number) => {
    const more = Array.from({ length: missing }, () => data.subarray(-last));
    return [name, chunkOf(name, Buffer.concat([data, ...more]))] as const;
  };
  const isLastTranslucent = alphas?.length === count;
  return new Map([
    whole('PLTE', colors, 3),
    ...(isLastTranslucent ? [whole('tRNS', alphas, 1)] : []),
  ]);
}

function profileChunk(profile: Buffer): Buffer {
  return chunkOf(
    'iCCP',
    Buffer.concat([Buffer.from('colors\0\0', 'latin1'), deflateSync(profile)]),
  );
}

function chunkOf(name: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(typed.length - 4, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}
