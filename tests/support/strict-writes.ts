import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join } from 'node:path';

/** A write to an S3 server, by what it does. */
export type Write = 'put' | 'create' | 'part' | 'complete';

/** How a server refuses a request. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** What a server makes of the extras of a write: what Amazon does, or nothing, as servers that don't know them. */
export interface Strictness {
  readonly digests: 'compared' | 'ignored';
  readonly conditions: 'kept' | 'ignored';
  /** Whether a bit of each body changes on its way, or once the server has compared it. */
  readonly transfer: 'sound' | 'faulty' | 'faulty later';
  /** Whether an object's ETag is the MD5 of its bytes. */
  readonly etags: 'md5' | 'opaque';
}

/** S3 wants parts of at least this size, except for the last. */
const smallestPart = 5 * 1024 * 1024;

export function writeOf({ method, url = '' }: IncomingMessage): Write | null {
  const query = new URL(url, 'http://s3').searchParams;
  if (method === 'PUT' && query.has('partNumber')) return 'part';
  if (method === 'PUT' && query.size === (query.has('x-id') ? 1 : 0)) return 'put';
  if (method === 'POST' && query.has('uploads')) return 'create';
  return method === 'POST' && query.has('uploadId') ? 'complete' : null;
}

/** Why a body isn't the one that its headers announce; null: it is. Its signed digest counts on every server. */
export function bodyProblem(
  headers: IncomingHttpHeaders,
  body: Buffer,
  { digests }: Strictness,
): Refusal | null {
  const sha256 = createHash('sha256').update(body).digest();
  const given = headers['x-amz-checksum-sha256'];
  const isEqual = given === undefined || given === sha256.toString('base64');
  if (digests === 'compared' && !isEqual) return { status: 400, code: 'BadDigest' };
  const signed = String(headers['x-amz-content-sha256']);
  const isSigned = !/^[0-9a-f]{64}$/.test(signed) || signed === sha256.toString('hex');
  return isSigned ? null : { status: 400, code: 'XAmzContentSHA256Mismatch' };
}

/** Why an upload in the folder `uploads` can't be completed with the parts that `body` lists; null: it can. */
export async function completionProblem(
  uploads: string,
  id: string,
  body: string,
  { digests }: Strictness,
): Promise<Refusal | null> {
  const folder = join(uploads, id);
  if (!existsSync(folder)) return { status: 404, code: 'NoSuchUpload' };
  const about = JSON.parse(await readFile(join(folder, 'metadata'), 'utf8'));
  const wantsDigests = about['x-amz-checksum-algorithm'] === 'SHA256';
  const listed = [...body.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: inside('PartNumber', part) ?? '',
    etag: inside('ETag', part)?.replaceAll('&quot;', '"').replaceAll('"', ''),
    sha256: inside('ChecksumSHA256', part),
  }));
  const stored = (await readdir(folder)).filter((name) => /^\d+$/.test(name));
  if (listed.length === 0) return { status: 400, code: 'MalformedXML' };
  for (const [at, { number, etag, sha256 }] of listed.entries()) {
    if (!stored.includes(number)) return { status: 400, code: 'InvalidPart' };
    const bytes = await readFile(join(folder, number));
    if (etag !== createHash('md5').update(bytes).digest('hex')) {
      return { status: 400, code: 'InvalidPart' };
    }
    if (bytes.length < smallestPart && at < listed.length - 1) {
      return { status: 400, code: 'EntityTooSmall' };
    }
    if (digests === 'ignored') continue;
    if (wantsDigests !== (sha256 !== undefined)) return { status: 400, code: 'InvalidRequest' };
    const isEqual = sha256 === undefined || sha256 === digestOf(bytes);
    if (!isEqual) return { status: 400, code: 'InvalidPart' };
  }
  return null;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

const inside = (name: string, xml: string) =>
  new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1];
