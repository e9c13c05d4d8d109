#!/usr/bin/env bash
# sharp 0.35.5 neither applies nor keeps the cICP chunk of a PNG (third edition), which says in four bytes that a picture is
# in Display P3 or HDR. Its metadata doesn't name it, `toColourspace('srgb')` leaves the numbers as they are, and a PNG made
# from it has no such chunk, `keepMetadata()` or not: browsers that read cICP show the original and its copy in different
# colours, an HDR original much too bright or too pale. Read the chunk yourself before sharp does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c86432' } })
  .png()
  .toBuffer();

function chunk(name, data) {
  const typed = Buffer.concat([Buffer.from(name), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([size, typed, check]);
}

/** The picture with a cICP chunk after its IHDR: primaries, curve, no matrix, full range. */
function tagged(primaries, curve) {
  const headEnd = png.indexOf('IHDR') + 4 + 13 + 4;
  const said = chunk('cICP', Buffer.from([primaries, curve, 0, 1]));
  return Buffer.concat([png.subarray(0, headEnd), said, png.subarray(headEnd)]);
}

const seen = {};
for (const [name, picture] of [
  ['Display P3', tagged(12, 13)],
  ['PQ', tagged(9, 16)],
]) {
  assert.ok(picture.includes('cICP'));
  const pixel = [...(await sharp(picture).toColourspace('srgb').raw().toBuffer()).subarray(0, 3)];
  const named = JSON.stringify(await sharp(picture).metadata()).match(/cicp|p3|2020|pq/i);
  const kept = (await sharp(picture).keepMetadata().png().toBuffer()).includes('cICP');
  seen[name] = { pixel, named: named !== null, kept };
}
console.log(JSON.stringify(seen));
const asIs = { pixel: [200, 100, 50], named: false, kept: false };
assert.deepEqual(seen, { 'Display P3': asIs, PQ: asIs });
JS
node seen.mjs
