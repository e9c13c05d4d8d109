import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isKnownTo } from './entity-tag.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Shorter texts are sent uncompressed. */
const smallestCompressed = 1024;

type Encoding = 'br' | 'gzip' | 'identity';

/** A text sent to many clients: its bytes, its weak ETag, and its other encodings, made on first use. */
export interface EncodedText {
  /** The text in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** Memory that the text and its encodings take, in bytes; it grows with each encoding. */
  readonly heldBytes: number;
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
  /** The same if it is made already. */
  made(encoding: Encoding): Uint8Array<ArrayBuffer> | undefined;
}

/**
 * @param text as a string, or already in UTF-8
 * @param onGrown is called with the size of each further encoding, in bytes, once it is made and kept
 */
export function encodedText(
  text: string | Uint8Array<ArrayBuffer>,
  onGrown: (bytes: number) => void = () => {},
): EncodedText {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
  const made = new Map<Encoding, Uint8Array<ArrayBuffer>>([['identity', bytes]]);
  const compressing = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  let heldBytes = bytes.byteLength;
  return {
    bytes,
    etag,
    get heldBytes() {
      return heldBytes;
    },
    async encoded(encoding) {
      if (encoding === 'identity') return bytes;
      const known = made.get(encoding) ?? compressing.get(encoding);
      if (known) return known;
      const compressed = compress(bytes, encoding).then((smaller) => {
        heldBytes += smaller.byteLength;
        onGrown(smaller.byteLength);
        made.set(encoding, smaller);
        compressing.delete(encoding);
        return smaller;
      });
      compressing.set(encoding, compressed);
      return compressed;
    },
    made: (encoding) => made.get(encoding),
  };
}

/** Answers a text: 304 if the caller has it, otherwise in the best encoding it accepts. */
export async function respondText(
  answer: EncodedText,
  headers: Readonly<Record<string, string>>,
  header: (name: string) => string | undefined,
  status = 200,
): Promise<Response> {
  const sent = { ...headers, ...textHeaders(answer) };
  const encoding = wantedEncoding(answer, {
    'accept-encoding': header('accept-encoding'),
    'if-none-match': status === 200 ? header('if-none-match') : undefined,
  });
  if (encoding === null) return new Response(null, { status: 304, headers: sent });
  if (encoding !== 'identity') sent['Content-Encoding'] = encoding;
  return new Response(await answer.encoded(encoding), { status, headers: sent });
}

/** The best encoding of a text that the headers of a request allow; null: its sender has the text. */
export function wantedEncoding(
  { etag, bytes }: EncodedText,
  headers: Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>,
): Encoding | null {
  if (isKnownTo(headers['if-none-match'], etag)) return null;
  return chooseEncoding(headers['accept-encoding'], bytes.byteLength);
}

/** What an answer of a text says besides what it is about. */
export function textHeaders({ etag }: EncodedText): Record<string, string> {
  return { Vary: 'Accept-Encoding', ETag: etag, 'X-Content-Type-Options': 'nosniff' };
}

async function compress(
  bytes: Uint8Array,
  encoding: 'br' | 'gzip',
): Promise<Uint8Array<ArrayBuffer>> {
  // Copied, because zlib returns a slice of a 16 KB buffer, all of which would stay in memory.
  if (encoding === 'gzip') return new Uint8Array(await compressGzip(bytes));
  // At quality 5 brotli is still fast enough for the first, uncached request.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return new Uint8Array(await compressBrotli(bytes, { params }));
}

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined, length: number): Encoding {
  if (!accepted || length < smallestCompressed) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
