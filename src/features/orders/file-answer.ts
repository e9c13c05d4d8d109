import { zipDigestHeader } from '#contract/shop/bought-zip.ts';

/** The bytes of an answer, and which file they belong to. */
export interface FileBody {
  readonly kind: 'body';
  /** The offset of the first byte. */
  readonly at: number;
  /** Size of the whole file in bytes; null if the answer doesn't say. */
  readonly total: number | null;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string;
  /** As in `FileFacts`. */
  readonly isOfZip: boolean;
  readonly mediaType: string;
  /** Null if the answer doesn't say. */
  readonly name: string | null;
}

/**
 * What the answer to a file request means: its bytes; the requested range is past its end, so the file has
 * changed; an answer that isn't the file (captive portal, busy shop), worth a retry; or a refusal.
 */
export type FileAnswer =
  | FileBody
  | { readonly kind: 'past-end' }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' };

const statusesToRepeat: ReadonlySet<number> = new Set([408, 425, 429]);
/** The longest time between two questions whether the file is ready. */
const maxDelayMs = 60_000;
const none: FileAnswer = { kind: 'none' };

/** `url` is where the answer came from: in the shop's bucket, a file's address ends with its digest. */
export function readFileAnswer(status: number, headers: Headers, url: string): FileAnswer {
  if (status === 416) return { kind: 'past-end' };
  if (status === 200 || status === 206) return readBody(status, headers, url);
  const isOurs = headers.get('Content-Type')?.includes('json') ?? false;
  const isFinal = status >= 400 && status < 500 && !statusesToRepeat.has(status);
  return isOurs && isFinal ? { kind: 'refused' } : none;
}

/** The shop's files always have a digest; an answer without one isn't from the shop. */
function readBody(status: number, headers: Headers, url: string): FileAnswer {
  const inBucket = digestInAddress(url);
  const ofZip = /^[0-9a-f]{64}$/.exec(headers.get(zipDigestHeader) ?? '')?.[0] ?? null;
  const sha256 = inBucket ?? ofZip ?? readDigest(headers.get('Repr-Digest'));
  if (sha256 === null) return none;
  const about = {
    kind: 'body',
    sha256,
    isOfZip: sha256 === ofZip,
    mediaType: headers.get('Content-Type') ?? '',
    name: nameIn(headers, url),
  } as const;
  if (status === 200)
    return { ...about, at: 0, total: inBucket === null ? readLength(headers) : null };
  const [, from, total] =
    /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '') ?? [];
  if (from === undefined) return none;
  return { ...about, at: Number(from), total: total === '*' ? null : Number(total) };
}

/** The digest at the end of an address in the bucket; null for the shop's own addresses. */
function digestInAddress(url: string): string | null {
  return /^[^?#]*\/originals\/[0-9a-f]{2}\/([0-9a-f]{64})(?:[?#]|$)/.exec(url)?.[1] ?? null;
}

/** A bucket's answers don't show their name to the page, but its address says it. */
function nameIn(headers: Headers, url: string): string | null {
  const said =
    headers.get('Content-Disposition') ??
    new URLSearchParams(url.split('?')[1]).get('response-content-disposition') ??
    '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(said) ?? [];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}

/** Null if a proxy compressed the body: the length is then that of the compressed bytes. A bucket's answers don't show it. */
function readLength(headers: Headers): number | null {
  const length = headers.get('Content-Length');
  return length === null || headers.has('Content-Encoding') ? null : Number(length);
}

/** The SHA-256 of a `Repr-Digest` header (RFC 9530), in hexadecimal; null if it has none. */
function readDigest(header: string | null): string | null {
  const [, base64] = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '') ?? [];
  if (base64 === undefined) return null;
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
}

/** How long the shop asks to wait until it has the file ready; null: it doesn't. */
export function delayOf({ status, headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After') ?? 0);
  const isOurs = status === 503 && headers.get('Content-Type')?.includes('json');
  return isOurs && seconds > 0 ? Math.min(seconds * 1000, maxDelayMs) : null;
}
