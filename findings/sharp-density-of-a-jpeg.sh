#!/usr/bin/env bash
# sharp 0.35.5 says `density: 72` for a JPEG that states no density at all: no JFIF header, no EXIF. So 72 may mean "not
# stated"; only the file's own bytes tell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import sharp from 'sharp';

const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } });
const jpeg = await square.jpeg().toBuffer();
assert.ok(!jpeg.includes('JFIF') && !jpeg.includes('Exif'));
const { density } = await sharp(jpeg).metadata();
console.log({ density });
assert.equal(density, 72);
JS
node seen.mjs
