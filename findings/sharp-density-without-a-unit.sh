#!/usr/bin/env bash
# sharp 0.35.5 reads the pHYs chunk of a PNG as a density even where the chunk says that its unit is unknown, so that the
# two numbers are only the shape of a pixel: 300 by 300 without a unit becomes `density: 7620` (300 pixels a
# millimetre), 11,811 by 11,811 a metre the right 300. Only the chunk's last byte tells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
  .png()
  .toBuffer();

/** The picture with so many pixels per this unit: 0 is unknown, 1 a metre. */
function withPixels(count, unit) {
  const copy = Buffer.from(png);
  const type = copy.indexOf('pHYs');
  copy.writeUInt32BE(count, type + 4);
  copy.writeUInt32BE(count, type + 8);
  copy[type + 12] = unit;
  copy.writeUInt32BE(crc32(copy.subarray(type, type + 13)), type + 13);
  return copy;
}
const densityOf = async (picture) => (await sharp(picture).metadata()).density;
const seen = {
  unknown: await densityOf(withPixels(300, 0)),
  metre: await densityOf(withPixels(11_811, 1)),
};
console.log(seen);
assert.deepEqual(seen, { unknown: 7620, metre: 300 });
JS
node seen.mjs
