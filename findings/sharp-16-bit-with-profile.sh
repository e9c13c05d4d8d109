#!/usr/bin/env bash
# sharp 0.35.5 reads a 16-bit RGB picture that has a colour profile into Display P3, also when the profile is plain
# sRGB, and writes those numbers as if they were sRGB: pure red becomes 234,51,34. An 8-bit picture with the same
# profile stays 255,0,0. toColourspace('srgb') alone doesn't help; pipelineColourspace('srgb') before it does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import sharp from 'sharp';

const red = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } });
const eight = await red().withIccProfile('srgb').png().toBuffer();
const sixteen = await red().toColourspace('rgb16').withIccProfile('srgb').png().toBuffer();
assert.equal((await sharp(sixteen).metadata()).depth, 'ushort');
const first = async (picture) => [...(await picture.raw().toBuffer()).subarray(0, 3)].join();

const seen = {
  '8 bits': await first(sharp(eight).toColourspace('srgb')),
  '16 bits': await first(sharp(sixteen)),
  "16 bits, toColourspace('srgb')": await first(sharp(sixteen).toColourspace('srgb')),
  "16 bits, pipelineColourspace('srgb').toColourspace('srgb')": await first(
    sharp(sixteen).pipelineColourspace('srgb').toColourspace('srgb'),
  ),
};
console.log(seen);
assert.deepEqual(Object.values(seen), ['255,0,0', '234,51,34', '234,51,34', '255,0,0']);
JS
node seen.mjs
