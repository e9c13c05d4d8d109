#!/usr/bin/env bash
# pdfkit 0.20.2 with fontkit 2.0.4 takes a WOFF2 font, and measures and places its letters, but embeds outlines that are empty or broken: the
# page is blank, no error says so, and its text can still be selected and searched. The same font as WOFF is drawn. So a
# test that extracts the text of a receipt passes; look at the outlines of the embedded font, or at the page.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pdfkit@0.20.2 fontkit@2.0.4 @fontsource/noto-sans@5.3.0
cat > seen.mjs << 'JS'
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';

/** A page with "Ag", as bytes. */
function pageIn(font) {
  const page = new PDFDocument();
  const parts = [];
  page.on('data', (part) => parts.push(part));
  page.font(font).text('Ag').end();
  return new Promise((resolve) => page.on('end', () => resolve(Buffer.concat(parts))));
}

/** Of the font that a PDF embeds, how many steps the outline of each letter has. */
function outlinesIn(pdf) {
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    let bytes;
    try {
      bytes = inflateSync(pdf.subarray(at + 7));
    } catch {
      continue;
    }
    if (bytes.toString('latin1', 0, 4) !== 'true') continue;
    const font = create(bytes);
    return [1, 2].map((glyph) => font.getGlyph(glyph).path.commands.length);
  }
  throw new Error('no TrueType font');
}

for (const format of ['woff', 'woff2']) {
  const file = `node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.${format}`;
  const font = readFileSync(file);
  const own = create(font).layout('Ag').glyphs.map(({ path }) => path.commands.length);
  console.log(format, 'font:', own.join(), 'PDF:', outlinesIn(await pageIn(font)).join());
}
JS
node seen.mjs | tee seen
diff seen - << 'SEEN'
woff font: 19,43 PDF: 19,43
woff2 font: 19,43 PDF: 0,3
SEEN
