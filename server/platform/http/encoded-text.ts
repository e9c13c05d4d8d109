import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Texts smaller than this travel as they are. */
const smallestCompressed = 1024;

type Encoding = 'br' | 'gzip' | 'identity';

/** A text that is sent to many: its weak ETag and, made when first asked for, its bytes in each encoding. */
export interface EncodedText {
  readonly text: string;
  readonly etag: string;
  /** Memory that the text and what was encoded of it takes, in bytes; it grows with each encoding. */
  readonly heldBytes: number;
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** @param onGrown is called with the bytes of each encoding, once it is made and held. */
export function encodedText(
  text: string,
  onGrown: (bytes: number) => void = () => {},
): EncodedText {
  const etag = `W/"${hash('sha1', text, 'base64url')}"`;
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  let heldBytes = stringBytes(text);
  return {
    text,
    etag,
    get heldBytes() {
      return heldBytes;
    },
    encoded(encoding) {
      let bytes = made.get(encoding);
      if (!bytes) {
        bytes = encode(text, encoding).then((encoded) => {
          heldBytes += encoded.byteLength;
          onGrown(encoded.byteLength);
          return encoded;
        });
        made.set(encoding, bytes);
      }
      return bytes;
    },
  };
}

/** What a string takes: two bytes a character as soon as one of them is beyond Latin-1. */
export function stringBytes(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that fits in one byte
  return /[^\u0000-\u00ff]/.test(text) ? 2 * text.length : text.length;
}

/** Answers a text: 304 where the caller has it, else in the best encoding it takes. */
export async function respondText(
  answer: EncodedText,
  headers: Record<string, string>,
  header: (name: string) => string | undefined,
  status = 200,
): Promise<Response> {
  headers.Vary = 'Accept-Encoding';
  headers.ETag = answer.etag;
  headers['X-Content-Type-Options'] = 'nosniff';
  if (status === 200 && matches(header('if-none-match'), answer.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = chooseEncoding(header('accept-encoding'), answer.text.length);
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return new Response(await answer.encoded(encoding), { status, headers });
}

async function encode(text: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  // A text would become bytes anew with each answer, which takes longer than all the rest of it.
  if (encoding === 'identity') return new TextEncoder().encode(text);
  // zlib answers a part of a buffer of 16 KB, which would be held whole, however short the part is.
  if (encoding === 'gzip') return new Uint8Array(await compressGzip(text));
  // Quality 5 is where brotli still keeps up with the first, uncached request.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return new Uint8Array(await compressBrotli(text, { params }));
}

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined, length: number): Encoding {
  if (!accepted || length < smallestCompressed) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}

/** Whether an If-None-Match header names this ETag, compared weakly. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
