import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { codedPrimaries, codedTransfers, powerTransfer, srgbPrimaries } from './coding-points.ts';
import {
  type Channels,
  channelsOf,
  colorProfile,
  mixedProfile,
  profileOfRed,
} from './color-profile.ts';
import type { Chromaticity, ColorSpace, MixedSpace, Primaries } from './color-space.ts';
import { hdrCurves, hdrSpace } from './hdr-light.ts';
import { chunkOf, chunksBeforePixels, type PngChunk } from './png-chunks.ts';
import { joinedInTurn } from './read-in-turn.ts';

/** A PNG whose colours its ICC profile alone describes, and with a whole palette. */
export interface PngColor {
  readonly file: Buffer;
  /** Whether its profile had to be changed for that. */
  readonly isRewritten: boolean;
  readonly isHdr: boolean;
}

/** What the chunks of one name contain that counts: of two, the first. */
type Contents = ReadonlyMap<string, Buffer>;

/** What a PNG's colours are in. `own`: the profile that decoders read; null: sRGB. */
interface StatedSpace {
  readonly space: ColorSpace | MixedSpace | Buffer | 'own' | null;
  readonly isHdr: boolean;
}

/** Real profiles are smaller; a longer one isn't inflated. */
const maxProfileBytes = 16_000_000;
/** The chunks that say what colours are, and what each must be to be valid. */
const colorChunks: ReadonlyMap<string, (data: Buffer) => boolean> = new Map([
  ['cICP', ({ length }) => length === 4],
  ['iCCP', ({ length }) => length <= maxProfileBytes],
  ['sRGB', (data) => data.length === 1 && data.readUInt8() <= 3],
  ['gAMA', (data) => data.length === 4 && data.readUInt32BE() > 0],
  ['cHRM', ({ length }) => length === 32],
]);
/** The type of a picture whose pixels are numbers of a palette. */
const paletted = 3;

/**
 * Puts what a PNG's other chunks say of its colours into a profile, since decoders read that alone. Of several, the
 * one counts that does in Chromium: cICP, iCCP, sRGB, then gAMA with cHRM (PNG, third edition, 4.3); none that isn't
 * valid.
 */
export async function pngColor(file: Buffer): Promise<PngColor> {
  const chunks = [...chunksBeforePixels(file)];
  const [head] = chunks;
  const paletteAt = chunks.find(({ name }) => name === 'PLTE')?.start ?? file.length;
  const counted = chunks.filter((chunk) => isCounted(file, chunk, paletteAt)).toReversed();
  const contents: Contents = new Map(counted.map(({ name, data }) => [name, data]));
  const read = chunks.find(({ name, start }) => name === 'iCCP' && start < paletteAt)?.data;
  const colored = 2;
  const channels: Channels = (head?.data[9] ?? 0) & colored ? 'RGB ' : 'GRAY';
  const { space, isHdr } = await statedSpace(contents, channels, read);
  const profile = await profileFor(channels, space);
  const isRewritten = profile !== 'own' && (profile !== null || read !== undefined);
  const palette = wholePalette(contents, head?.data);
  if (!head || !(isRewritten || palette)) return { file, isRewritten: false, isHdr };
  const parts = [
    file.subarray(0, head.end),
    ...(isRewritten && profile ? [await profileChunk(profile)] : []),
    ...chunks
      .filter(({ name, start }) => start >= head.end && !(isRewritten && colorChunks.has(name)))
      .map(({ name, start, end }) => palette?.get(name) ?? file.subarray(start, end)),
    file.subarray(chunks.at(-1)?.end),
  ];
  return { file: await joinedInTurn(parts), isRewritten, isHdr };
}

/** Whether a chunk is whole, and where it belongs: Chromium reads a profile behind the palette too, but no cICP. */
function isCounted(file: Buffer, { name, data, start, end }: PngChunk, paletteAt: number): boolean {
  const isValid = colorChunks.get(name);
  if (!isValid) return true;
  const isWhole =
    isValid(data) && crc32(file.subarray(start + 4, end - 4)) === file.readUInt32BE(end - 4);
  return isWhole && !(name === 'cICP' && start > paletteAt);
}

async function profileFor(channels: Channels, space: StatedSpace['space']) {
  if (space === null || space === 'own' || Buffer.isBuffer(space)) return space;
  return 'xyzOf' in space ? mixedProfile(channels, space) : colorProfile(channels, space);
}

/** `read`: the profile chunk that decoders read, which is none behind the palette. */
async function statedSpace(
  contents: Contents,
  channels: Channels,
  read: Buffer | undefined,
): Promise<StatedSpace> {
  const coded = codedSpace(contents);
  if (coded) return coded;
  const own = contents.get('iCCP');
  const profile = own && (await inflatedProfile(own));
  if (profile) {
    const space = greySpace(profile, channels) ?? (own === read ? 'own' : profile);
    return { space, isHdr: false };
  }
  if (contents.has('sRGB')) return { space: null, isHdr: false };
  return { space: gammaSpace(contents.get('gAMA'), contents.get('cHRM')), isHdr: false };
}

/** For a grey picture whose profile is for RGB: libvips applies none of those to it; browsers do. */
function greySpace(profile: Buffer, channels: Channels): Buffer | null {
  const isOther = channels === 'GRAY' && channelsOf(profile) === 'RGB ';
  return isOther ? profileOfRed(profile) : null;
}

/** The space of a `cICP` chunk; null if it isn't one of RGB in full range, or not known. */
function codedSpace(contents: Contents): StatedSpace | null {
  const data = contents.get('cICP');
  if (!data) return null;
  const [primaryCode = 0, transferCode = 0, matrix, isFullRange] = data;
  const primaries = codedPrimaries.get(primaryCode);
  if (!primaries || matrix !== 0 || isFullRange !== 1) return null;
  const curve = hdrCurves.get(transferCode);
  if (curve) return { space: hdrSpace(primaries, curve, brightestOf(contents)), isHdr: true };
  const transfer = codedTransfers.get(transferCode);
  if (!transfer) return null;
  const isSrgb = primaryCode === 1 && transferCode === 13;
  return { space: isSrgb ? null : { primaries, transfer }, isHdr: false };
}

/** The nits of the brightest pixel (`cLLI`), or of the screen that a picture was made on (`mDCV`), if it says so. */
function brightestOf(contents: Contents): number | undefined {
  const [light, screen] = [contents.get('cLLI'), contents.get('mDCV')];
  const stated =
    (light?.length === 8 && light.readUInt32BE(0)) ||
    (screen?.length === 24 && screen.readUInt32BE(16));
  return stated ? stated / 10_000 : undefined;
}

/** The profile of an `iCCP` chunk; null if it is none. */
async function inflatedProfile(data: Buffer): Promise<Buffer | null> {
  try {
    const deflated = data.subarray(data.indexOf(0) + 2);
    const profile = await promisify(inflate)(deflated, { maxOutputLength: maxProfileBytes });
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
  if (!gamma) return null;
  const encoded = gamma.readUInt32BE() / 100_000;
  const transfer = powerTransfer(1 / encoded);
  if (colors) return { primaries: chromaticities(colors), transfer };
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

async function profileChunk(profile: Buffer): Promise<Buffer> {
  const deflated = await promisify(deflate)(profile);
  return chunkOf('iCCP', Buffer.concat([Buffer.from('colors\0\0', 'latin1'), deflated]));
}
