import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync } from 'node:zlib';

const svgNamespace = 'http://www.w3.org/2000/svg';
const pageNamespace = 'http://www.w3.org/1999/xhtml';

/**
 * Whether a file that begins with `head` is an SVG: its first element is an `svg`, under whatever prefix. XML may be in
 * UTF-8 or UTF-16, and programs write declarations, comments and a DOCTYPE before that element.
 */
export function isSvg(head: Buffer): boolean {
  const tag = fromFirstTag(xmlText(head));
  const [, prefix, name] = /^<(?:([^\s<>:/=]+):)?([^\s<>:/=]+)/.exec(tag) ?? [];
  if (name !== 'svg') return false;
  // Illustrator writes the namespace as an entity, and old programs none.
  if (prefix === undefined) return attributeOf(tag, 'xmlns') !== pageNamespace;
  const namespace = attributeOf(tag, `xmlns:${prefix}`) ?? (prefix === 'svg' ? svgNamespace : '');
  return namespace.startsWith(svgNamespace);
}

/** More isn't unpacked to find the first element. */
const mostUnpacked = 1_000_000;

/**
 * Whether a file that begins with `head` is an SVG packed with gzip. Unpacks little at first, because what a hostile
 * file unpacks to can be a thousand times as large.
 */
export function isPackedSvg(head: Buffer): boolean {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return false;
  for (let size = 1024; ; size *= 4) {
    const unpacked = unpackedBeginning(head.subarray(0, size));
    if (isSvg(unpacked)) return true;
    if (size >= head.length || unpacked.length >= mostUnpacked) return false;
  }
}

/** An unpacked SVG can be this large. */
const mostSvgBytes = 20_000_000;

/**
 * An SVG as sharp recognizes one: UTF-8 with `<svg` near its beginning. Any other file is returned as it is. @throws for
 * a packed one that is damaged or too large
 */
export async function svgForSharp(file: Buffer): Promise<Buffer> {
  const svg = isPackedSvg(file)
    ? await promisify(gunzip)(file, { maxOutputLength: mostSvgBytes })
    : file;
  if (!isSvg(svg)) return file;
  // Without its declaration XML is UTF-8.
  return Buffer.from(`<!--<svg-->${xmlText(svg).replace(/^\s*<\?xml\s[^>]*>/, '')}`);
}

function unpackedBeginning(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

/** Text of XML in the encoding that its first bytes or its declaration say. */
function xmlText(head: Buffer): string {
  const [first, second] = head;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) {
    return new TextDecoder('utf-16be').decode(head);
  }
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    return new TextDecoder('utf-16le').decode(head);
  }
  const [, declared = ''] =
    /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(head.toString('latin1', 0, 200)) ?? [];
  try {
    return new TextDecoder(/^utf-16/i.test(declared) ? 'utf-8' : declared || 'utf-8').decode(head);
  } catch {
    return new TextDecoder().decode(head);
  }
}

/** The text from the first element on; empty if there is none, or if the DOCTYPE says HTML. */
function fromFirstTag(text: string): string {
  let at = 0;
  while (at >= 0) {
    while (/\s/.test(text.charAt(at))) at += 1;
    if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (/^<!doctype\s/i.test(text.slice(at, at + 10))) at = afterDoctype(text, at);
    else return text.slice(at);
  }
  return '';
}

/** Where the text goes on after `mark`; -1 if it doesn't. */
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** A DOCTYPE may declare entities in brackets, with comments, quotes and angle brackets of their own. */
function afterDoctype(text: string, start: number): number {
  if (/^<!doctype\s+html\b/i.test(text.slice(start, start + 1000))) return -1;
  let isInBrackets = false;
  let at = start + 2;
  while (at >= 0 && at < text.length) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") at = after(text, character, at + 1);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (character === '>' && !isInBrackets) return at + 1;
    else {
      if (character === '[' || character === ']') isInBrackets = character === '[';
      at += 1;
    }
  }
  return -1;
}

/** The value of a start tag's attribute; null if the tag, as far as it is known, has none. */
function attributeOf(tag: string, name: string): string | null {
  const attribute = /\s*([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  attribute.lastIndex = /^<[^\s/>]+/.exec(tag)?.[0].length ?? 0;
  for (let found = attribute.exec(tag); found; found = attribute.exec(tag)) {
    if (found[1] === name) return found[2] ?? found[3] ?? '';
  }
  return null;
}
