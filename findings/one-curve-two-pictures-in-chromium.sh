#!/usr/bin/env bash
# A PNG and an AVIF can name their colours by the same numbers of ITU-T H.273 (`cICP`, and `nclx` in the `colr` box), and
# Chromium 156 draws them differently: in a PNG the curves of cameras (1, 6, 14: BT.709, BT.601, BT.2020) are powers of
# 2.4, in an AVIF they are that of sRGB (13). So an AVIF converted into a PNG with its own numbers changes: write 13 there
# for these. With a curve of displays (13) both are alike. Needs Debian's chromium.
set -euo pipefail
command -v chromium > /dev/null || { echo 'Install chromium first.'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5 playwright-core@1.65.1
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { crc32 } from 'node:zlib';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const picture = () => sharp({ create: { width: 16, height: 16, channels: 3, background: '#c86432' } });
const plainPng = await picture().png().toBuffer();
const plainAvif = await picture().avif({ lossless: true, chromaSubsampling: '4:4:4' }).toBuffer();

/** With a cICP chunk after the IHDR: of RGB, in full range. */
function png(primaries, curve) {
  const typed = Buffer.from([...Buffer.from('cICP'), primaries, curve, 0, 1]);
  const chunk = Buffer.alloc(16);
  chunk.writeUInt32BE(4);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), 12);
  const headEnd = plainPng.indexOf('IHDR') + 4 + 13 + 4;
  return Buffer.concat([plainPng.subarray(0, headEnd), chunk, plainPng.subarray(headEnd)]);
}

/** With these numbers in its colr box, whose matrix and range stay. */
function avif(primaries, curve) {
  const file = Buffer.from(plainAvif);
  const box = file.indexOf('colrnclx');
  file.writeUInt16BE(primaries, box + 8);
  file.writeUInt16BE(curve, box + 10);
  return file;
}

const executablePath = execFileSync('which', ['chromium']).toString().trim();
console.log(execFileSync(executablePath, ['--version']).toString().trim());
const args = ['--no-sandbox', '--force-color-profile=srgb'];
const browser = await chromium.launch({ executablePath, args });
const page = await browser.newPage();
const drawn = (type, file) =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(16, 16).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(8, 8, 1, 1).data.slice(0, 3).join(' ');
  }, `data:image/${type};base64,${file.toString('base64')}`);

const seen = {};
for (const [name, ...codes] of [
  ['BT.2020 with the curve of BT.709', 9, 1],
  ['BT.2020 with the curve of sRGB', 9, 13],
  ['BT.709 with its own curve', 1, 1],
]) {
  seen[name] = { png: await drawn('png', png(...codes)), avif: await drawn('avif', avif(...codes)) };
}
await browser.close();
console.log(seen);
assert.deepEqual(seen, {
  'BT.2020 with the curve of BT.709': { png: '239 63 5', avif: '241 76 29' },
  'BT.2020 with the curve of sRGB': { png: '241 76 29', avif: '241 76 29' },
  'BT.709 with its own curve': { png: '197 91 39', avif: '200 100 50' },
});
JS
node seen.mjs
