import { Readable } from 'node:stream';
import { readRange } from '../files/byte-range.ts';
import { attachment } from '../files/safe-name.ts';
import type { Services } from '../services.ts';
import { isContinuedBy, isKnownTo } from './entity-tag.ts';
import { Problem } from './problem.ts';

/** A stored file, and the name it downloads under. */
export interface DownloadFile {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
}

/**
 * Answers a file for download: never displayed in place, in parts if `asked` requests them, with its SHA-256
 * as ETag.
 * @throws UNAVAILABLE if the store has lost it
 */
export async function fileAnswer(
  services: Pick<Services, 'files' | 'log'>,
  asked: Headers,
  method: string,
  file: DownloadFile,
): Promise<Response> {
  const stored = await services.files.statOriginal(file.sha256);
  if (!stored) {
    services.log.error({ sha256: file.sha256 }, 'a bought file is missing from the store');
    throw new Problem('UNAVAILABLE', 'This file can’t be read right now. Please try again soon.', {
      retryAfter: 60,
    });
  }
  const etag = `"${file.sha256}"`;
  const digest = Buffer.from(file.sha256, 'hex').toString('base64');
  const headers = new Headers({
    ETag: etag,
    // Nobody between us and the buyer may cache or alter it.
    'Cache-Control': 'private, no-cache, no-transform',
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Disposition': attachment(file.name),
    'Content-Type': file.mediaType,
    'X-Content-Type-Options': 'nosniff',
    'Repr-Digest': `sha-256=:${digest}:`,
  });
  if (isKnownTo(asked.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const isSame = isContinuedBy(asked.get('if-range'), etag);
  const part = readRange((isSame && asked.get('range')) || undefined, stored.bytes);
  if (part.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { 'Content-Range': `bytes */${stored.bytes}`, 'Cache-Control': 'no-store' },
    });
  }
  const range = part.kind === 'part' ? part.range : { start: 0, end: stored.bytes - 1 };
  headers.set('Content-Length', String(range.end - range.start + 1));
  if (part.kind === 'part') {
    headers.set('Content-Range', `bytes ${range.start}-${range.end}/${stored.bytes}`);
  }
  const status = part.kind === 'part' ? 206 : 200;
  if (method === 'HEAD' || stored.bytes === 0) return new Response(null, { status, headers });
  const bytes = Readable.toWeb(services.files.readOriginal(file.sha256, range));
  return new Response(bytes as ReadableStream<Uint8Array>, { status, headers });
}
