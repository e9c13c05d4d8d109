import { createHash } from 'node:crypto';
import { readRange } from '#server/platform/files/byte-range.ts';

/** What goes wrong with one answer; everything else is as the shop answers. */
export interface Mishap {
  /** The connection breaks after this many bytes of the body; 0: before any answer. */
  readonly dropAfter?: number;
  /** The body ends there as if it were complete. */
  readonly endAfter?: number;
  readonly answer?: () => Response;
  /** The server doesn't support ranges. */
  readonly isWhole?: boolean;
  /** A proxy compresses it, with another ETag and without a length. Combined with `isWhole`, since it leaves parts alone. */
  readonly isCompressed?: boolean;
  /** The bytes are corrupted on the way. */
  readonly isDamaged?: boolean;
  /** The connection stays open but sends nothing after the bytes of `dropAfter`. */
  readonly isSilent?: boolean;
}

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes);

/**
 * A shop that serves one file, with one mishap per request in turn; afterwards everything works. `name`: what it says
 * the file is called.
 */
export function fileNetwork(first: Uint8Array, ...mishaps: readonly Mishap[]) {
  const asked: (string | null)[] = [];
  const left = [...mishaps];
  const shop = { isAway: false, name: null as string | null };
  let bytes = first;

  async function ask(headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    const given = new Headers(headers);
    if (shop.isAway) throw new TypeError('fetch failed');
    const etag = `"${digestOf(bytes).digest('hex')}"`;
    if (given.get('If-None-Match') === etag) return new Response(null, { status: 304 });
    asked.push(given.get('Range'));
    const mishap = left.shift() ?? {};
    if (mishap.answer) return mishap.answer();
    if (mishap.dropAfter === 0 && !mishap.isSilent) throw new TypeError('fetch failed');
    const isSame = (given.get('If-Range') ?? etag) === etag;
    const range = isSame && !mishap.isWhole ? given.get('Range') : null;
    const wanted = readRange(range ?? undefined, bytes.length);
    const answer = new Headers({
      ETag: etag,
      'Repr-Digest': `sha-256=:${digestOf(bytes).digest('base64')}:`,
      'Content-Type': 'image/png',
    });
    if (shop.name !== null) {
      answer.set('Content-Disposition', `attachment; filename*=UTF-8''${shop.name}`);
    }
    if (wanted.kind === 'unsatisfiable') return new Response(null, { status: 416 });
    const isCompressed = mishap.isCompressed === true && wanted.kind === 'whole';
    const start = wanted.kind === 'part' ? wanted.range.start : 0;
    // A slice of a Buffer shares its memory.
    const body = Uint8Array.from(bytes.subarray(start));
    if (isCompressed) {
      answer.set('Content-Encoding', 'gzip');
      answer.set('ETag', `W/${etag}`);
    } else answer.set('Content-Length', String(body.length));
    if (wanted.kind === 'part') {
      answer.set('Content-Range', `bytes ${start}-${bytes.length - 1}/${bytes.length}`);
    }
    if (mishap.isDamaged) body[body.length - 1] = 255 - (body[body.length - 1] ?? 0);
    const status = wanted.kind === 'part' ? 206 : 200;
    return new Response(stream(body, mishap, signal), { status, headers: answer });
  }

  return {
    ask,
    shop,
    /** The `Range` of each request that the shop had something for; null: the whole file. */
    asked,
    /** The studio replaces the file. */
    replace(next: Uint8Array) {
      bytes = next;
    },
  };
}

function stream(body: Uint8Array, mishap: Mishap, signal: AbortSignal): ReadableStream<Uint8Array> {
  const end = Math.min(mishap.dropAfter ?? mishap.endAfter ?? body.length, body.length);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < end) {
        const next = Math.min(at + 97, end);
        controller.enqueue(body.slice(at, next));
        at = next;
        return;
      }
      if (mishap.isSilent) {
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            controller.error(signal.reason);
            resolve();
          });
        });
      }
      if (mishap.dropAfter !== undefined) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
}
