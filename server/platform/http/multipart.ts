import { messages } from '#contract/messages/messages.ts';
import { nextChunk } from './next-chunk.ts';
import { Problem } from './problem.ts';

/** A complete part of a multipart body. `bytes` is valid until the next part is requested. */
export interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly bytes: Uint8Array;
}

/** The limits of a body, in bytes and parts. */
export interface MultipartLimits {
  readonly fieldBytes: number;
  readonly fileBytes: number;
  readonly files: number;
  readonly parts: number;
  /** Of the whole body. */
  readonly totalBytes: number;
  /** How long a sender may be silent. */
  readonly stallMs: number;
  /** How long to wait for the sender in total, so that sending a byte now and then doesn't keep a request open for ever. */
  readonly patienceMs: number;
}

const headBytes = 4096;
const lineBreak = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');

/**
 * Reads a multipart/form-data body part by part, holding one part at a time. Stops as soon as a limit is
 * exceeded, without reading the rest.
 * @throws UNSUPPORTED_TYPE, MALFORMED, TOO_LARGE
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
    // What precedes the first delimiter is ignored.
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
    // Not awaited: cancelling may never end with a silent sender.
    chunks.cancel().catch(() => undefined);
  }
}

interface Reader {
  /** Reads up to the next `mark`, and skips it. */
  until(mark: Buffer, most: number, refusal: () => Problem): Promise<Buffer>;
  /** After a delimiter: whether it was the last one. */
  isEnd(): Promise<boolean>;
}

/**
 * Buffers what was read but not used yet. The buffer grows at most to the largest part, however small the
 * chunks. Bytes that were returned are never overwritten.
 */
function createReader(
  next: () => Promise<Uint8Array | null>,
  totalBytes: number,
  tooLarge: () => Problem,
): Reader {
  // Starts with a line break, so that the first delimiter follows one too.
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
    throw new Problem('UNSUPPORTED_TYPE', 'Send a multipart/form-data body.');
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
