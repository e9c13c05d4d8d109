import { ApiError, isTooLargeForProxy } from '#contract/wire/api-error.ts';

/** The calls that upload a file; each may throw ApiError. */
export interface UploadCalls {
  /** Starts the upload, or finds an interrupted one. */
  start(signal: AbortSignal): Promise<{ readonly _id: string; readonly received: number }>;
  /** Sends the part that starts at `offset`; returns how many bytes the server has then. */
  send(
    uploadId: string,
    offset: number,
    part: Blob,
    signal: AbortSignal,
  ): Promise<{ readonly received: number }>;
  finish(uploadId: string, signal: AbortSignal): Promise<unknown>;
}

interface SendOptions {
  readonly file: Blob;
  readonly calls: UploadCalls;
  readonly signal: AbortSignal;
  /** Resolves after this long, or sooner if a retry may work; rejects when `signal` aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** Bytes of the largest part to send. */
  readonly partLimit: number;
  /** A proxy in front of the shop lets only parts up to this size through. */
  readonly onPartLimit: (bytes: number) => void;
  readonly onProgress: (progress: SendProgress) => void;
}

/** `waiting`: the network is down; continues on its own. */
export interface SendProgress {
  readonly state: 'sending' | 'waiting' | 'finishing';
  readonly uploadId: string | null;
  readonly received: number;
}

/** The file was moved, deleted or changed after it was chosen. */
export class FileGone extends Error {
  override name = 'FileGone';
}

const smallestPart = 256 * 1024;
export const largestPart = 8 * 1024 * 1024;
/** How long sending a part should take, so that progress is visible on a slow network too. */
const partMs = 1000;
/** Some proxies cut the connection instead of refusing a part. This often, while smaller ones pass, it is no accident. */
const breaksOfLimit = 2;
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/**
 * Uploads a file in parts, until the server has accepted it as complete. Retries temporary network and
 * server failures for as long as they last.
 * @throws the error of a refusal; FileGone
 */
export async function sendFile(options: SendOptions): Promise<void> {
  const { file, calls, signal, wait, now, onProgress } = options;
  const limit = new PartLimit(options.partLimit, options.onPartLimit);
  let size = smallestPart;
  let progress: SendProgress = { state: 'sending', uploadId: null, received: 0 };
  const report = (change: Partial<SendProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };

  async function retryUpload<T>(step: () => Promise<T>, state: SendProgress['state']): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      report({ state: failures === 0 ? state : 'waiting' });
      try {
        return await step();
      } catch (error) {
        if (signal.aborted || !isTransient(error)) throw error;
        size = smallestPart;
        report({ state: 'waiting' });
        await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** failures), signal);
      }
    }
  }

  /** If the server expects another offset, continues from there. */
  async function resumeAtOffset(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      const offset = error instanceof ApiError ? error.problem?.offset : undefined;
      if (offset === undefined) throw error;
      report({ received: offset });
    }
  }

  async function sendNext(): Promise<{ readonly received: number }> {
    for (;;) {
      const part = await readPart(file, progress.received, limit.within(size));
      try {
        const answer = await calls.send(uploadId, progress.received, part, signal);
        limit.notePassed(part.size);
        return answer;
      } catch (error) {
        if (!limit.isLoweredBy(error, part.size)) throw error;
        size = limit.within(size);
      }
    }
  }

  const { _id: uploadId, received } = await retryUpload(() => calls.start(signal), 'sending');
  report({ uploadId, received });
  for (let isDone = false; !isDone; ) {
    await resumeAtOffset(async () => {
      while (progress.received < file.size) {
        const began = now();
        const answer = await retryUpload(sendNext, 'sending');
        size = limit.within(nextSize(size, now() - began));
        report({ received: answer.received });
      }
      await retryUpload(() => calls.finish(uploadId, signal), 'finishing');
      isDone = true;
    });
  }
}

/** The size of the largest part that reaches the shop, which a proxy in front of it may limit. */
class PartLimit {
  #bytes: number;
  readonly #onLowered: (bytes: number) => void;
  /** The largest part that has passed. */
  #passed = 0;
  /** How often a part larger than that broke the connection. */
  #breaks = 0;

  constructor(bytes: number, onLowered: (bytes: number) => void) {
    this.#bytes = bytes;
    this.#onLowered = onLowered;
  }

  within(size: number): number {
    return Math.min(size, this.#bytes);
  }

  notePassed(size: number): void {
    if (size <= this.#passed) return;
    this.#passed = size;
    this.#breaks = 0;
  }

  /** Whether a part of this size failed because of its size, and smaller ones may pass at once. */
  isLoweredBy(error: unknown, size: number): boolean {
    if (size <= smallestPart) return false;
    if (isTooLargeForProxy(error)) {
      this.#lower(size / 2);
      return true;
    }
    const isBroken = error instanceof ApiError && error.status === 'FETCH_ERROR';
    if (!isBroken || this.#passed === 0 || size <= this.#passed) return false;
    this.#breaks += 1;
    // The network may be away, too, so this doesn't say that others pass.
    if (this.#breaks >= breaksOfLimit) this.#lower(Math.max(this.#passed, size / 2));
    return false;
  }

  #lower(bytes: number): void {
    this.#bytes = Math.max(smallestPart, Math.floor(bytes));
    this.#breaks = 0;
    this.#onLowered(this.#bytes);
  }
}

/** Reads a part before sending it, so that an unreadable file isn't taken for a network failure. */
async function readPart(file: Blob, at: number, size: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(at, at + size).arrayBuffer()]);
  } catch (cause) {
    throw new FileGone('the file can’t be read', { cause });
  }
}

function nextSize(size: number, tookMs: number): number {
  const fitting = (size * partMs) / Math.max(1, tookMs);
  const next = Math.min(size * 2, Math.max(size / 2, fitting));
  return Math.round(Math.min(largestPart, Math.max(smallestPart, next)));
}

/** Whether a retry may succeed: no answer, a busy server, or a session that needs a new sign-in. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'NOT_SIGNED_IN') return true;
  if (error.code === 'STORAGE_FULL' || error.code === 'INTERNAL') return false;
  return typeof error.status !== 'number' || error.status >= 500 || error.status === 429;
}
