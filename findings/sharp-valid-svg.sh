#!/usr/bin/env bash
# sharp 0.35.5 takes a file for an SVG by the text `<svg` in UTF-8. It calls valid SVG an unsupported format if its
# elements have another prefix, or if it is in UTF-16.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import sharp from 'sharp';

const formatOf = (svg) =>
  sharp(Buffer.from(svg)).metadata().then(({ format }) => format, ({ message }) => message);
const plain = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const prefixed = '<a:svg xmlns:a="http://www.w3.org/2000/svg" width="9" height="9"/>';
const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${plain}`, 'utf16le');
const seen = {
  plain: await formatOf(plain),
  prefixed: await formatOf(prefixed),
  wide: await formatOf(wide),
};
console.log(seen);
const refused = 'Input buffer contains unsupported image format';
assert.deepEqual(Object.values(seen), ['svg', refused, refused]);
JS
node seen.mjs
