import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { readRange } from '../files/byte-range.ts';
import type { ByteRange } from '../files/file-store.ts';
import { attachment } from '../files/safe-name.ts';
import { streamOf } from '../files/stream-of.ts';
import type { Services } from '../services/services.ts';
import { isContinuedBy, isKnownTo } from './entity-tag.ts';
import { Problem } from './problem.ts';

/** A stored file, and the name it downloads under. */
export interface DownloadFile {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
}

/** Bytes for download, from wherever they come. */
export interface Download {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Other bytes have another. */
  readonly tag: string;
  /** By which a device checks what arrived. */
  readonly digest: [header: string, value: string];
  read(range: ByteRange): Promise<Readable>;
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
 * Answers a file for download, with its SHA-256 as ETag; see `downloadAnswer`.
 * @throws UNAVAILABLE if the store has lost it
 */
export async function fileAnswer(
  services: Pick<Services, 'files' | 'log'>,
  asked: Headers,
  method: string,
  file: DownloadFile,
  given: GivenBytes | null = null,
): Promise<Response> {
  const { sha256, ...about } = file;
  const bytes = await storedBytes(services, sha256);
  const base64 = Buffer.from(sha256, 'hex').toString('base64');
  const download: Download = {
    ...about,
    bytes,
    tag: sha256,
    digest: ['Repr-Digest', `sha-256=:${base64}:`],
    read: async (range) => services.files.readOriginal(sha256, range),
  };
  return downloadAnswer(asked, method, download, given);
}

/** The size of a bought file. @throws UNAVAILABLE if the store has lost it */
export async function storedBytes(
  { files, log }: Pick<Services, 'files' | 'log'>,
  sha256: string,
): Promise<number> {
  const found = await files.statOriginal(sha256);
  if (found) return found.bytes;
  log.error({ sha256 }, 'a bought file is missing from the store');
  throw new Problem('UNAVAILABLE', 'This file can’t be read right now. Please try again soon.', {
    retryAfter: 60,
  });
}

/** Answers a download: never displayed in place, and in parts if `asked` requests them. @throws what `read` throws */
export async function downloadAnswer(
  asked: Headers,
  method: string,
  download: Download,
  given: GivenBytes | null = null,
): Promise<Response> {
  const { bytes: size, tag, digest } = download;
  const etag = `"${tag}"`;
  const headers = new Headers({
    ETag: etag,
    // Nobody between us and the buyer may cache or alter it.
    'Cache-Control': 'private, no-cache, no-transform',
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Disposition': attachment(download.name),
    'Content-Type': download.mediaType,
    'X-Content-Type-Options': 'nosniff',
  });
  headers.set(...digest);
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
  const stored = await download.read(range);
  const isEnd = range.end === size - 1;
  if (isEnd && range.start === 0) given?.onWhole();
  const bytes =
    given && isEnd ? streamOf((left) => untilEnd(addAbortSignal(left, stored), given)) : stored;
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { status, headers });
}

/** The bytes, the last of which wait until their end was noted, or for a second. */
async function* untilEnd(bytes: Readable, given: GivenBytes): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const chunk of bytes) {
    if (last) yield last;
    last = chunk as Uint8Array;
  }
  await Promise.race([given.onEnd(), setTimeout(endMs, null, { ref: false })]);
  if (last) yield last;
}
