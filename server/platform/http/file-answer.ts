import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { readRange } from '../files/byte-range.ts';
import { attachment } from '../files/safe-name.ts';
import type { Services } from '../services/services.ts';
import { isContinuedBy, isKnownTo } from './entity-tag.ts';
import { Problem } from './problem.ts';

/** A stored file, and the name it downloads under. */
export interface DownloadFile {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
}

/** What happens to the bytes of an answer. */
export interface GivenBytes {
  /** The answer gives the whole file. */
  onWhole(): void;
  /** The answer has given all but its last bytes, which are the file's last, and gives these once this resolved. */
  onEnd(): Promise<void>;
}

/** How long the last bytes wait for `onEnd`, in ms. */
const endMs = 1000;

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
  given: GivenBytes | null = null,
): Promise<Response> {
  const size = (await services.files.statOriginal(file.sha256))?.bytes;
  if (size === undefined) {
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
  const part = readRange((isSame && asked.get('range')) || undefined, size);
  if (part.kind === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' },
    });
  }
  const range = part.kind === 'part' ? part.range : { start: 0, end: size - 1 };
  headers.set('Content-Length', String(range.end - range.start + 1));
  if (part.kind === 'part') {
    headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  }
  const status = part.kind === 'part' ? 206 : 200;
  if (method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const stored = services.files.readOriginal(file.sha256, range);
  const isEnd = range.end === size - 1;
  if (isEnd && range.start === 0) given?.onWhole();
  const bytes = given && isEnd ? Readable.from(untilEnd(stored, given)) : stored;
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { status, headers });
}

/** The bytes, the last of which wait until their end was noted, or for a second. */
async function* untilEnd(bytes: Readable, given: GivenBytes): AsyncIterable<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const chunk of bytes) {
    if (last) yield last;
    last = chunk as Uint8Array;
  }
  await Promise.race([given.onEnd(), setTimeout(endMs, null, { ref: false })]);
  if (last) yield last;
}
