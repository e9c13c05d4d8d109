import { setImmediate as nextTurn } from 'node:timers/promises';
import { srgbPrimaries } from './coding-points.ts';
import {
  type ColorSpace,
  d50,
  type MixedSpace,
  mapped,
  type Transfer,
  toXyz,
} from './color-space.ts';

/** As profiles name them. */
export type Channels = 'GRAY' | 'RGB ' | 'CMYK';

const headerBytes = 128;
/** A tag's name, place and length. */
const tagBytes = 12;
/** A multiple of 255 and one more, so that each value of 8 bits is exact. */
const curvePoints = 255 * 16 + 1;
/** Of each channel, in a table of colours. */
const gridPoints = 33;

/** An ICC profile (version 2) of a colour space; null if its primaries make none. */
export function colorProfile(
  channels: Channels,
  { primaries, transfer }: ColorSpace,
): Buffer | null {
  const matrix = toXyz(primaries);
  if (matrix === null) return null;
  const [[rx, gx, bx], [ry, gy, by], [rz, gz, bz]] = matrix;
  const curve = curveTag(transfer);
  if (channels === 'GRAY') return greyProfile(curve);
  return profileOf(channels, [
    ['wtpt', xyzTag(d50)],
    ['rXYZ', xyzTag([rx, ry, rz])],
    ['gXYZ', xyzTag([gx, gy, gz])],
    ['bXYZ', xyzTag([bx, by, bz])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** An ICC profile (version 2) of a space whose channels are mixed: for colours a table, filled in turns. */
export async function mixedProfile(
  channels: Channels,
  { transfer, xyzOf }: MixedSpace,
): Promise<Buffer> {
  if (channels === 'GRAY') {
    return greyProfile(curveTag((value) => xyzOf(mapped([value, value, value], transfer))[1]));
  }
  const lights = Array.from({ length: gridPoints }, (_, at) => transfer(at / (gridPoints - 1)));
  const colors = Buffer.alloc(gridPoints ** 3 * 6);
  let end = 0;
  for (const red of lights) {
    for (const green of lights) {
      for (const blue of lights) {
        for (const value of xyzOf([red, green, blue])) {
          // Light has 15 bits after the point.
          const light = Math.min(65_535, Math.max(0, Math.round(value * 32_768)));
          end = colors.writeUInt16BE(light, end);
        }
      }
    }
    await nextTurn();
  }
  return profileOf(channels, [
    ['wtpt', xyzTag(d50)],
    ['A2B0', tableTag(colors)],
  ]);
}

/** An ICC profile of inks of which each takes its share of the light: what browsers see in CMYK without a profile. */
export function inkProfile(): Buffer {
  return profileOf('CMYK', [
    ['wtpt', xyzTag(d50)],
    ['A2B0', inksTag()],
  ]);
}

/** The channels that a profile is for; null if these bytes are no profile. */
export function channelsOf(profile: Buffer): string | null {
  const isProfile =
    profile.length > headerBytes + 4 && profile.toString('latin1', 36, 40) === 'acsp';
  return isProfile ? profile.toString('latin1', 16, 20) : null;
}

/** A profile for grey with the curve that one for RGB has for red; null if that has none. */
export function profileOfRed(profile: Buffer): Buffer | null {
  const count = profile.readUInt32BE(headerBytes);
  for (let tag = 0; tag < count; tag += 1) {
    const at = headerBytes + 4 + tag * tagBytes;
    if (at + tagBytes > profile.length) return null;
    if (profile.toString('latin1', at, at + 4) !== 'rTRC') continue;
    const start = profile.readUInt32BE(at + 4);
    return greyProfile(profile.subarray(start, start + profile.readUInt32BE(at + 8)));
  }
  return null;
}

function greyProfile(curve: Buffer): Buffer {
  return profileOf('GRAY', [
    ['wtpt', xyzTag(d50)],
    ['kTRC', curve],
  ]);
}

/** Writes a content that several tags share once. */
function profileOf(
  channels: Channels,
  tags: readonly (readonly [name: string, content: Buffer])[],
): Buffer {
  const contents = [...new Set(tags.map(([, content]) => content))];
  const start = headerBytes + 4 + tagBytes * tags.length;
  const placeOf = (content: Buffer) =>
    contents
      .slice(0, contents.indexOf(content))
      .reduce((place, { length }) => place + length, start);
  const table = Buffer.alloc(4 + tagBytes * tags.length);
  table.writeUInt32BE(tags.length, 0);
  for (const [place, [name, content]] of tags.entries()) {
    const at = 4 + tagBytes * place;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(placeOf(content), at + 4);
    table.writeUInt32BE(content.length, at + 8);
  }
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(0x02_40_00_00, 8);
  header.write('mntr', 12, 'latin1');
  header.write(channels, 16, 'latin1');
  header.write('XYZ ', 20, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixedNumbers(d50).copy(header, 68);
  const profile = Buffer.concat([header, table, ...contents]);
  profile.writeUInt32BE(profile.length, 0);
  return profile;
}

function xyzTag(xyz: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), fixedNumbers(xyz)]);
}

/** With 16 bits after the point. */
function fixedNumbers(values: readonly number[]): Buffer {
  const numbers = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) {
    numbers.writeInt32BE(Math.round(value * 65_536), place * 4);
  }
  return numbers;
}

function curveTag(transfer: Transfer): Buffer {
  const tag = Buffer.alloc(12 + curvePoints * 2 + 2);
  tag.write('curv', 0, 'latin1');
  tag.writeUInt32BE(curvePoints, 8);
  for (let point = 0; point < curvePoints; point += 1) {
    const light = Math.min(1, Math.max(0, transfer(point / (curvePoints - 1))));
    tag.writeUInt16BE(Math.round(light * 65_535), 12 + point * 2);
  }
  return tag;
}

/** A table of colours for three channels, blue changing first; before and after it, nothing is changed. */
function tableTag(colors: Buffer): Buffer {
  const channels = 3;
  const matrixAt = 12;
  const unchanged = Buffer.from('0000ffff'.repeat(channels), 'hex');
  const head = Buffer.alloc(52);
  head.write('mft2', 0, 'latin1');
  head.set([channels, channels, gridPoints], 8);
  for (const diagonal of [0, 4, 8]) head.writeInt32BE(65_536, matrixAt + diagonal * 4);
  head.writeUInt16BE(2, 48);
  head.writeUInt16BE(2, 50);
  return Buffer.concat([head, unchanged, colors, unchanged]);
}

/** A table from inks to sRGB, with the curves and the matrix from there to XYZ (`lutAToBType`). */
function inksTag(): Buffer {
  const inks = 4;
  const points = 9;
  const levels = Array.from({ length: points }, (_, at) => 1 - at / (points - 1));
  // Each part begins at a multiple of four bytes.
  const table = Buffer.alloc(20 + points ** inks * 6 + 2);
  table.fill(points, 0, inks);
  let end = table.writeUInt8(2, 16) + 3;
  for (const cyan of levels) {
    for (const magenta of levels) {
      for (const yellow of levels) {
        for (const black of levels) {
          for (const ink of [cyan, magenta, yellow]) {
            end = table.writeUInt16BE(Math.round(ink * black * 65_535), end);
          }
        }
      }
    }
  }
  // XYZ goes from 0 to nearly 2.
  const halved = (toXyz(srgbPrimaries) ?? []).flat().map((value) => (value * 32_768) / 65_535);
  const unchanged = Buffer.from('curv\0\0\0\0\0\0\0\0', 'latin1');
  const curve = Buffer.concat([
    Buffer.from('para\0\0\0\0\0\u0003\0\0', 'latin1'),
    fixedNumbers([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
  ]);
  const parts = [
    Buffer.concat([unchanged, unchanged, unchanged]),
    fixedNumbers([...halved, 0, 0, 0]),
    Buffer.concat([curve, curve, curve]),
    table,
    Buffer.concat(Array.from({ length: inks }, () => unchanged)),
  ];
  const head = Buffer.alloc(32);
  head.write('mAB ', 0, 'latin1');
  head.set([inks, 3], 8);
  let place = head.length;
  for (const [at, part] of parts.entries()) {
    head.writeUInt32BE(place, 12 + at * 4);
    place += part.length;
  }
  return Buffer.concat([head, ...parts]);
}
