import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The key that an S3 server knows. */
interface Key {
  readonly id: string;
  readonly secret: string;
}

/** What a request says about its own signature (AWS Signature Version 4). */
interface Claim {
  /** Who signed it, and the scope of the signature: `KEY/DATE/REGION/SERVICE/aws4_request`. */
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly signedAt: string;
  /** How long it is valid. */
  readonly seconds: number;
  /** The digest of the body, or what S3 wants in its place. */
  readonly payload: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
/** How wrong the clock of who signed may be; s. */
const skewSeconds = 900;

/**
 * The code of the S3 error with which a request is refused; null: its signature is valid. It covers the digest of the
 * body, which isn't compared with the body itself.
 */
export function signatureProblem(request: IncomingMessage, key: Key): string | null {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const claim = claimInQuery(searchParams) ?? claimInHeaders(request);
  if (!claim) return 'AccessDenied';
  const [keyId, ...scope] = claim.credential.split('/');
  if (keyId !== key.id) return 'InvalidAccessKeyId';
  if (!isInTime(claim)) return 'AccessDenied';
  const names = claim.signedHeaders.split(';');
  const unsigned = Object.keys(request.headers).filter((name) => !names.includes(name));
  if (unsigned.some((name) => /^(host$|x-amz-)/.test(name))) return 'AccessDenied';
  const asSigned = [
    request.method,
    pathname.split('/').map(decodeURIComponent).map(encoded).join('/'),
    sortedQuery(searchParams),
    ...names.map((name) => `${name}:${trimmed(request.headers[name])}`),
    '',
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
  const digest = createHash('sha256').update(asSigned).digest('hex');
  const text = [algorithm, claim.signedAt, scope.join('/'), digest].join('\n');
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secret}`);
  const isValid = hmac(signingKey, text).toString('hex') === claim.signature;
  return isValid ? null : 'SignatureDoesNotMatch';
}

/** That of an address that works by itself. */
function claimInQuery(query: URLSearchParams): Claim | null {
  if (query.get('X-Amz-Algorithm') !== algorithm) return null;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    signedAt: query.get('X-Amz-Date') ?? '',
    seconds: Number(query.get('X-Amz-Expires')),
    payload: 'UNSIGNED-PAYLOAD',
  };
}

function claimInHeaders({ headers }: IncomingMessage): Claim | null {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!credential || !signedHeaders || !signature) return null;
  return {
    credential,
    signedHeaders,
    signature,
    signedAt: trimmed(headers['x-amz-date']),
    seconds: skewSeconds,
    payload: trimmed(headers['x-amz-content-sha256']),
  };
}

function isInTime({ signedAt, seconds }: Claim): boolean {
  const age = (Date.now() - timeOf(signedAt)) / 1000;
  return age >= -skewSeconds && age <= seconds;
}

/** The time that S3 writes as `20261224T180000Z`. */
export const timeOf = (text: string) =>
  Date.parse(text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));

function sortedQuery(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.delete('X-Amz-Signature');
  sorted.sort();
  return Array.from(sorted, (pair) => pair.map(encoded).join('=')).join('&');
}

/** As `encodeURIComponent`, but of punctuation only `-_.~` stays. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const trimmed = (value: string | readonly string[] = '') =>
  String(value).trim().replace(/\s+/g, ' ');

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
