import { messages } from '#contract/messages/messages.ts';
import { nextChunk } from './next-chunk.ts';
import { Problem } from './problem.ts';

/** One part of a multipart body, whole. `bytes` is good until the next part is asked for. */
export interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly bytes: Uint8Array;
}

/** What a body may hold, in bytes and parts. */
export interface MultipartLimits {
  readonly fieldBytes: number;
  readonly fileBytes: number;
  readonly files: number;
  readonly parts: number;
  /** The whole body. */
  readonly totalBytes: number;
  /** A sender who is silent this long is given up. */
  readonly stallMs: number;
  /** All waiting for the sender together: a byte now and then is no way to stay for ever. */
  readonly patienceMs: number;
}

const headBytes = 4096;
const lineBreak = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');

/**
 * Reads a multipart/form-data body part by part, holding one of them at a time, and gives up as soon
 * as a limit is passed: the rest is never read. Throws UNSUPPORTED_TYPE, MALFORMED, TOO_LARGE.
 */
export async function* readMultipart(
  request: Request,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(request)}`);
  const tooLarge = () => new Problem('TOO_LARGE', messages.picture.imagesBytes);
  if (Number(request.headers.get('content-length') ?? 0) > limits.totalBytes) throw tooLarge();
  if (!request.body) throw new Problem('MALFORMED', messages.invalid.body);
  const chunks = request.body.getReader();
  let patience = limits.patienceMs;
  const next = async () => {
    const began = performance.now();
    const chunk = await nextChunk(chunks, Math.min(limits.stallMs, patience));
    patience -= performance.now() - began;
    return chunk;
  };
  const reader = createReader(next, limits.totalBytes, tooLarge);
  let files = 0;
  let parts = 0;
  try {
    // What comes before the first delimiter is nobody's.
    await reader.until(delimiter, headBytes, malformed);
    while (!(await reader.isEnd())) {
      const { name, isFile } = parseHead(await reader.until(blankLine, headBytes, malformed));
      parts += 1;
      if (isFile) files += 1;
      if (files > limits.files) throw new Problem('INVALID', messages.picture.imageCount);
      if (parts > limits.parts) throw malformed();
      const most = isFile ? limits.fileBytes : limits.fieldBytes;
      const bytes = await reader.until(delimiter, most, () => partTooLarge(isFile));
      yield { name, isFile, bytes };
    }
  } finally {
    // Not waited for: a sender who is silent never ends by itself.
    chunks.cancel().catch(() => undefined);
  }
}

interface Reader {
  /** What comes before the next `mark`, which is passed over. */
  until(mark: Buffer, most: number, refusal: () => Problem): Promise<Buffer>;
  /** After a delimiter: whether it was the last one. */
  isEnd(): Promise<boolean>;
}

/**
 * Holds what was read and not yet used in one buffer, which grows to the largest part at most,
 * however small the pieces it comes in. Bytes that were handed out are never written over.
 */
function createReader(
  next: () => Promise<Uint8Array | null>,
  totalBytes: number,
  tooLarge: () => Problem,
): Reader {
  // So that the first delimiter, too, comes after a line break.
  let held = Buffer.from(lineBreak);
  let start = 0;
  let end = held.length;
  let total = 0;

  async function readOn(): Promise<void> {
    const chunk = await next();
    if (!chunk) throw new Problem('MALFORMED', messages.picture.brokeOff);
    total += chunk.byteLength;
    if (total > totalBytes) throw tooLarge();
    if (held.length - end < chunk.byteLength) {
      const waiting = end - start;
      const grown = Buffer.allocUnsafeSlow(Math.max(65_536, 2 * (waiting + chunk.byteLength)));
      held.copy(grown, 0, start, end);
      held = grown;
      start = 0;
      end = waiting;
    }
    held.set(chunk, end);
    end += chunk.byteLength;
  }

  return {
    async until(mark, most, refusal) {
      let searched = 0;
      for (;;) {
        const at = held.subarray(start, end).indexOf(mark, searched);
        if (at > most) throw refusal();
        if (at !== -1) {
          const found = held.subarray(start, start + at);
          start += at + mark.length;
          return found;
        }
        if (end - start > most + mark.length) throw refusal();
        searched = Math.max(0, end - start - mark.length + 1);
        await readOn();
      }
    },
    async isEnd() {
      while (end - start < 2) await readOn();
      const after = held.toString('latin1', start, start + 2);
      start += 2;
      if (after === '--') return true;
      if (after === '\r\n') return false;
      throw malformed();
    },
  };
}

function boundaryOf(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new Problem('UNSUPPORTED_TYPE', 'This call takes a multipart/form-data body.');
  }
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed();
  return boundary;
}

function parseHead(bytes: Buffer): { readonly name: string; readonly isFile: boolean } {
  const head = bytes.toString('utf8');
  const [, parameters = ''] = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(head) ?? [];
  const [, name] = /;\s*name="([^"\r\n]{0,200})"/i.exec(parameters) ?? [];
  if (name === undefined) throw malformed();
  return { name, isFile: /;\s*filename\*?=/i.test(parameters) };
}

function partTooLarge(isFile: boolean): Problem {
  return new Problem('TOO_LARGE', isFile ? messages.picture.imageBytes : messages.invalid.tooLong);
}

function malformed(): Problem {
  return new Problem('MALFORMED', messages.invalid.body);
}
