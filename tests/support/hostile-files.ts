import { deflateSync, gzipSync } from 'node:zlib';
import { declaredPng, picture, withPngChunk } from './pictures.ts';

/** A script among the bytes, which can be found wherever they end up. */
export const payload = '<script>alert(document.domain)</script>';

/** A file that is not what it should be. */
export interface HostileFile {
  readonly what: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Judging by its first bytes: a picture, another type sold for download, or neither. */
  readonly looksLike: 'picture' | 'download' | 'neither';
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(document.domain)">${payload}</svg>`;
const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');
const entities = Array.from(
  { length: 12 },
  (_, place) => `<!ENTITY e${place + 1} "${`&e${place};`.repeat(10)}">`,
).join('');

function file(
  what: string,
  looksLike: HostileFile['looksLike'],
  ...parts: readonly (string | Uint8Array)[]
): HostileFile {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  return { what, looksLike, bytes: new Uint8Array(bytes) };
}

/** Disguised files, decompression bombs and truncated files. */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  // Each has its own size, because the same picture twice is refused.
  const png = await picture('png');
  const other = await picture('png', { width: 65 });
  const jpeg = await picture('jpeg', { width: 66 });
  const webp = await picture('webp', { width: 67 });
  const bomb = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(100_000_000)),
  ]);
  return [
    file('one byte', 'neither', '\xff'),
    file('a text', 'neither', 'no picture, no table'),
    file('zeroes', 'neither', Buffer.alloc(5000)),
    file('a page', 'neither', `<!doctype html>${payload}`),
    file('a page that begins with a drawing', 'neither', `<!DOCTYPE html><svg>${payload}</svg>`),
    file('a page behind white space', 'neither', `\n\t <html><body>${payload}</body></html>`),
    file('a program', 'neither', 'MZ\x90\0', Buffer.alloc(200)),
    file('an ELF program', 'neither', '\x7fELF\x02\x01\x01', Buffer.alloc(200)),
    file('a shell script', 'neither', '#!/bin/sh\nrm -rf ~\n'),
    file('a packed bomb', 'neither', gzipSync(Buffer.alloc(10_000_000))),
    file(
      'an entity bomb',
      'neither',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "x">${entities}]><x>&e12;</x>`,
    ),
    file('a moving picture', 'neither', await picture('gif')),
    file('a page behind the head of a GIF', 'neither', `GIF89a/*${payload}*/`),
    file(
      'a page behind a comment with a drawing',
      'neither',
      `<!-- ${svg} --><html>${payload}</html>`,
    ),
    file(
      'a page that calls itself a drawing',
      'neither',
      `<svg xmlns="http://www.w3.org/1999/xhtml">${payload}</svg>`,
    ),
    file('a page with the mark of a PDF', 'neither', `<html><!-- %PDF-1.7 -->${payload}</html>`),
    file('a program with the mark of a PDF', 'neither', 'MZ\x90\0%PDF-1.7', payload),
    file('a packed page', 'neither', gzipSync(`<html><body>${payload}</body></html>`)),
    file('a drawing with a script', 'download', svg),
    file('a packed drawing with a script', 'download', gzipSync(svg)),
    file(
      'a drawing that a page’s reader takes for a page',
      'download',
      `<!-->${payload}--><s:svg xmlns:s="http://www.w3.org/2000/svg"/>`,
    ),
    file('a page behind a printer’s command, with a PDF', 'download', `@PJL ${payload}\n%PDF-1.7`),
    file('a drawing behind a declaration', 'download', `<?xml version="1.0"?><!-- x -->${svg}`),
    file(
      'a drawing that reads files',
      'download',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>`,
      '<svg xmlns="http://www.w3.org/2000/svg"><text>&f;</text></svg>',
    ),
    file('a PDF with a script', 'download', `%PDF-1.7\n1 0 obj<</OpenAction<</JS(${payload})>>>>`),
    file('a ZIP that is none', 'download', 'PK\x03\x04', payload),
    file('the head of a PNG before a drawing', 'picture', pngHead, svg),
    file('the head of a JPEG before a page', 'picture', '\xff\xd8\xff', payload),
    file('the head of a WebP before a page', 'picture', 'RIFF\0\0\0\0WEBP', payload),
    file('a PNG of a giant', 'picture', declaredPng(30_000, 30_000)),
    file('a PNG of more pixels than count', 'picture', declaredPng(2_147_483_647, 2_147_483_647)),
    file('a PNG cut in half', 'picture', png.subarray(0, png.length / 2)),
    file('a PNG with a bomb of text', 'picture', withPngChunk(png, 'zTXt', bomb)),
    file('a PNG with a page behind it', 'picture', other, payload),
    file('a JPEG with an archive behind it', 'picture', jpeg, 'PK\x03\x04', payload),
    file('a WebP with a page behind it', 'picture', webp, payload),
  ];
}

/** Names that lead elsewhere, or resemble another. */
export const hostileNames: readonly string[] = [
  '../../../etc/passwd',
  '..\\..\\windows\\system.ini',
  '/etc/passwd',
  'C:\\autoexec.bat',
  '.htaccess',
  '..',
  'CON',
  'nul.pdf',
  'invoice\u202efdp.exe',
  '<img src=x onerror=alert(1)>.pdf',
  "a'; DROP TABLE products; --.pdf",
  '%2e%2e%2fpasswd',
  'a\u2028b.pdf',
  '👩‍👧 fox.pdf',
  'x'.repeat(200),
];
