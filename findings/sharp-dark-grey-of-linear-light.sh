#!/usr/bin/env bash
# sharp 0.35.5 converts a grey picture with a profile by a table of few steps. Of linear light (gamma 1.0), the darkest
# values come out at half of what they are: 1, 2, 4 of 255 become 6, 12, 25 in sRGB, where 13, 22, 34 is right. A picture in
# RGB with the same curve is right, so compare grey ones near black before relying on them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const be32 = (value) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const s15 = (value) => be32(Math.round(value * 65_536) >>> 0);
const padded = (data) => Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
const tag = (type, ...parts) => padded(Buffer.concat([Buffer.from(type), be32(0), ...parts]));

/** A profile of version 2 whose curves are straight lines. */
function linearProfile(space, colors) {
  const curve = tag('curv', be32(0));
  const tags = [
    ['desc', tag('desc', be32(7), Buffer.from('linear\0'), Buffer.alloc(78))],
    ['cprt', tag('text', Buffer.from('none\0'))],
    ['wtpt', tag('XYZ ', s15(0.9642), s15(1), s15(0.8249))],
    ...colors.map(([name, xyz]) => [name, tag('XYZ ', ...xyz.map(s15))]),
    ...(space === 'GRAY' ? ['kTRC'] : ['rTRC', 'gTRC', 'bTRC']).map((name) => [name, curve]),
  ];
  let at = 132 + 12 * tags.length;
  const index = tags.map(([name, data]) => {
    const entry = Buffer.concat([Buffer.from(name), be32(at), be32(data.length)]);
    at += data.length;
    return entry;
  });
  const head = Buffer.alloc(128);
  head.writeUInt32BE(at, 0);
  head.writeUInt32BE(0x02400000, 8);
  head.write('mntr', 12);
  head.write(space, 16);
  head.write('acsp', 36);
  head.write('XYZ ', 20);
  Buffer.concat([s15(0.9642), s15(1), s15(0.8249)]).copy(head, 68);
  return Buffer.concat([head, be32(tags.length), ...index, ...tags.map(([, data]) => data)]);
}

function chunk(name, data) {
  const typed = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([be32(data.length), typed, be32(crc32(typed))]);
}

const grey = linearProfile('GRAY', []);
// The primaries of sRGB, adapted to D50.
const colors = linearProfile('RGB ', [
  ['rXYZ', [0.436, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7139]],
]);

async function inSrgb(value, isGrey) {
  const row = Buffer.from([0, ...Array(isGrey ? 8 : 24).fill(value)]);
  const head = Buffer.concat([be32(8), be32(8), Buffer.from([8, isGrey ? 0 : 2, 0, 0, 0])]);
  const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(isGrey ? grey : colors)]);
  const file = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('iCCP', profile),
    chunk('IDAT', deflateSync(Buffer.concat(Array(8).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return (await sharp(file).toColourspace('srgb').raw().toBuffer())[0];
}

const right = (value) => {
  const light = value / 255;
  const coded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * coded);
};
const seen = [];
for (const value of [1, 2, 4, 128]) {
  seen.push([value, await inSrgb(value, true), await inSrgb(value, false), right(value)]);
}
console.log('value, grey, RGB, right:', JSON.stringify(seen));
assert.deepEqual(seen.map(([, of]) => of), [6, 12, 25, 188]);
for (const [, , of, expected] of seen) assert.ok(Math.abs(of - expected) <= 1);
JS
node seen.mjs
