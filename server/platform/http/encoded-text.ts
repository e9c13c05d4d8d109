import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Shorter texts are sent uncompressed. */
const smallestCompressed = 1024;

type Encoding = 'br' | 'gzip' | 'identity';

/** A text sent to many clients: its weak ETag, and its bytes in each encoding, made on first use. */
export interface EncodedText {
  readonly text: string;
  readonly etag: string;
  /** Memory that the text and its encodings take, in bytes; it grows with each encoding. */
  readonly heldBytes: number;
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** @param onGrown is called with the size of each encoding, in bytes, once it is made and kept */
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

/** The memory a string takes: two bytes per character as soon as one is beyond Latin-1. */
export function stringBytes(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that fits in one byte
  return /[^\u0000-\u00ff]/.test(text) ? 2 * text.length : text.length;
}

/** Answers a text: 304 if the caller has it, otherwise in the best encoding it accepts. */
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
  // Encoded once, because converting a string to bytes for each answer takes longer than all the rest.
  if (encoding === 'identity') return new TextEncoder().encode(text);
  // Copied, because zlib returns a slice of a 16 KB buffer, all of which would stay in memory.
  if (encoding === 'gzip') return new Uint8Array(await compressGzip(text));
  // At quality 5 brotli is still fast enough for the first, uncached request.
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

/** Whether an If-None-Match header contains this ETag, compared weakly. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
