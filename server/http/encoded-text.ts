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
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

export function encodedText(text: string): EncodedText {
  const etag = `W/"${hash('sha1', text, 'base64url')}"`;
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    text,
    etag,
    encoded(encoding) {
      let bytes = made.get(encoding);
      if (!bytes) {
        bytes = encode(text, encoding);
        made.set(encoding, bytes);
      }
      return bytes;
    },
  };
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
  if (encoding === 'identity') return Buffer.from(text);
  if (encoding === 'gzip') return compressGzip(text);
  // Quality 5 is where brotli still keeps up with the first, uncached request.
  return compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
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
