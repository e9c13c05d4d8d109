import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fileKind, headBytes, nameOfKind } from '#server/platform/files/file-kind.ts';
import { picture } from '#tests/support/pictures.ts';

const typeOf = (text: string) => fileKind(Buffer.from(text, 'latin1'))?.mediaType ?? null;

test.each(['png', 'jpeg', 'webp', 'tiff'] as const)('recognizes a real %s', async (format) => {
  expect(fileKind(await picture(format))?.mediaType).toBe(`image/${format}`);
});

test.each([
  ['%PDF-1.4', 'application/pdf'],
  ['8BPS\0\u0001', 'image/vnd.adobe.photoshop'],
  ['%!PS-Adobe-3.0 EPSF-3.0', 'application/postscript'],
  ['PK\u0003\u0004', 'application/zip'],
  ['<svg xmlns="x">', 'image/svg+xml'],
  ['<?xml version="1.0"?>\n<!-- Generator: a program -->\n<svg>', 'image/svg+xml'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg:svg>', 'image/svg+xml'],
  ['<!doctype html><svg>', null],
  ['<html><svg>', null],
  ['<?xml version="1.0"?><script/>', null],
  ['a <svg>', null],
  ['GIF89a', null],
  ['MZ', null],
  ['#!/bin/sh', null],
  ['', null],
])('%j is %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

const namespace = 'xmlns="http://www.w3.org/2000/svg"';
const drawing = `<svg ${namespace} width="9" height="9"><path d="M0 0h9v9z"/></svg>`;
const declared = '<?xml version="1.0" encoding="UTF-16"?>';
/** Text that gzip can't make much smaller. */
const comment = (bytes: number) =>
  `<!-- ${Array.from({ length: bytes / 8 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36).padStart(8, 'x')).join('')} -->`;
const illustrator = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!-- it's > or ] -->
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
  <!ENTITY a "]><html>">
]>
<svg version="1.1" xmlns="&ns_svg;" width="9">`;

test.each([
  ['an address in the first comment', `<!-- by <https://draw.example/> -->${drawing}`],
  ['markup in the first comment', `<!-- <html> <script> -->\n<!-- -> -- -->${drawing}`],
  ['an instruction with markup', `<?xml-stylesheet href="a>b<html>.css"?>${drawing}`],
  ['another prefix', `<s:svg xmlns:s="http://www.w3.org/2000/svg">`],
  [
    'another prefix, declared late',
    `<ñ:svg width='>'\n xmlns:x="y"\txmlns:ñ = 'http://www.w3.org/2000/svg'>`,
  ],
  ['entities', illustrator],
  ['20 KB of comments', `${comment(20_000)}${drawing}`],
  ['400 KB of comments', `${comment(400_000)}${drawing}`],
  ['blanks', `\ufeff\r\n\t ${drawing}`],
])('recognizes an SVG with %s, in each encoding and packed', (_, text) => {
  const utf16 = Buffer.from(`\ufeff${declared}${text.trimStart()}`, 'utf16le');
  for (const head of [Buffer.from(text), utf16, Buffer.from(utf16).swap16()]) {
    expect(fileKind(head.subarray(0, headBytes))?.mediaType).toBe('image/svg+xml');
  }
  const unmarked = Buffer.from(`${declared}${text.trimStart()}`, 'utf16le');
  expect(fileKind(unmarked.subarray(0, headBytes))?.mediaType).toBe('image/svg+xml');
  const packed = gzipSync(text).subarray(0, headBytes);
  expect(fileKind(packed)?.mediaType).toBe('image/svg+xml-compressed');
});

test.each([
  ['a page behind a comment', `<!-- x --><!doctype html>${drawing}`],
  ['a page with a drawing’s words in a comment', `<!-- ${drawing} --><html>`],
  ['a page in a DOCTYPE that isn’t ended', `<!DOCTYPE svg [<!ENTITY a "${drawing}`],
  ['a page in a comment that isn’t ended', `<!-- ${drawing}`],
  ['a page that calls itself a drawing', '<svg xmlns="http://www.w3.org/1999/xhtml"><script>'],
  ['a page with a prefix', '<svg:svg xmlns:svg="http://www.w3.org/1999/xhtml">'],
  ['an unknown prefix', `<s:svg ${namespace}>`],
  ['another element', `<svgx ${namespace}>`],
  ['a drawing within another element', `<a:svg xmlns:a="urn:x">${drawing}`],
  ['a feed', `<?xml version="1.0"?><rss ${namespace}>`],
  ['a closing tag', `</svg>${drawing}`],
  ['a text', `see ${drawing}`],
])('recognizes no SVG in %s', (_, text) => {
  const packed = gzipSync(text);
  for (const head of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le'), packed]) {
    expect(fileKind(head)).toBeNull();
  }
});

test('unpacks little of a file that becomes huge', () => {
  const bomb = gzipSync(Buffer.alloc(300_000_000, ' '));
  const start = performance.now();
  expect(fileKind(bomb)).toBeNull();
  expect(performance.now() - start).toBeLessThan(1000);
});

const pjl = '\x1b%-12345X@PJL JOB NAME="a"\r\n@PJL ENTER LANGUAGE=POSTSCRIPT \r\n';
const tar = `${'fox.pdf'.padEnd(257, '\0')}ustar\x0000`.padEnd(512, '\0');

test.each([
  ['a BigTIFF of Intel’s order', 'II+\0\x08\0\0\0\x10', 'image/tiff'],
  ['a BigTIFF of Motorola’s order', 'MM\0+\0\x08\0\0\0', 'image/tiff'],
  ['a TIFF of no version', 'II,\0\x08\0\0\0', null],
  ['a PDF after 1,024 bytes', `${'x'.repeat(1024)}%PDF-1.7`, 'application/pdf'],
  ['a PDF after 1,025 bytes', `${'x'.repeat(1025)}%PDF-1.7`, null],
  ['a PDF after a byte order mark', '\xef\xbb\xbf\r\n%PDF-2.0', 'application/pdf'],
  ['a PDF after a printer’s commands', `${pjl}%PDF-1.4`, 'application/pdf'],
  ['a PDF after zeroes', `${'\0'.repeat(128)}%PDF-1.4`, 'application/pdf'],
  ['PostScript after a printer’s commands', `${pjl}%!PS-Adobe-3.0`, 'application/postscript'],
  [
    'PostScript after commands without ESC',
    `%-12345X@PJL\n%!PS-Adobe-3.0`,
    'application/postscript',
  ],
  ['PostScript after Ctrl-D', '\x04%!PS-Adobe-3.0 EPSF-3.0', 'application/postscript'],
  ['PostScript after line ends', '\r\n\n%!PS-Adobe-3.0', 'application/postscript'],
  ['a printer’s commands alone', pjl, null],
  ['a printer’s commands before a page', `${pjl}<html>%!PS`, null],
  ['a ZIP with a PDF', 'PK\x03\x04........fox.pdf%PDF-1.4', 'application/zip'],
  ['PostScript with a PDF', '%!PS-Adobe-3.0\n%%Title: %PDF-1.4', 'application/postscript'],
  ['a page with a PDF', '\n <html><!-- %PDF-1.4 --><script>', null],
  ['a program with a PDF', 'MZ\x90\0%PDF-1.4', null],
  ['a script with a PDF', '#!/bin/sh\n# %PDF-1.4', null],
  ['a moving picture with a PDF', 'GIF89a%PDF-1.4', null],
  ['an archive with a PDF', `${tar}%PDF-1.4`, null],
  ['a PDF that has no version', 'a %PDF-', null],
])('%s', (_, text, type) => {
  expect(typeOf(text)).toBe(type);
});

test('a packed drawing keeps its ending, and gets it', () => {
  const kind = fileKind(gzipSync(drawing));
  const names = ['Fox.svgz', 'Fox.svg', 'Fox'].map((name) => kind && nameOfKind(name, kind));
  expect(names).toEqual(['Fox.svgz', 'Fox.svgz', 'Fox.svgz']);
});

test.each([
  ['Fox.png', 'Fox.png'],
  ['Fox.PNG', 'Fox.PNG'],
  ['Fox.jpg', 'Fox.png'],
  ['Fox', 'Fox.png'],
  ['Fox v1.2', 'Fox v1.2.png'],
  ['Fox.exe', 'Fox.exe.png'],
  ['../.png', 'png.png'],
  ['con.png', 'file con.png'],
])('a PNG named %s is stored as %s', async (given, kept) => {
  const kind = fileKind(await picture('png'));
  expect(kind && nameOfKind(given, kind)).toBe(kept);
});
