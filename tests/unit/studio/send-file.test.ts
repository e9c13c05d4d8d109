import { expect, test } from 'vitest';
import { ApiError, type ApiStatus } from '#contract/wire/api-error.ts';
import type { ProblemCode } from '#contract/wire/problem.ts';
import {
  FileGone,
  largestPart,
  type SendProgress,
  sendFile,
  type UploadCalls,
} from '#studio/features/designs/files/send-file.ts';

/** A server that stores what it receives; `mishaps` happen to the sends in turn. */
function uploadServer(...mishaps: readonly (() => void)[]) {
  const kept: Uint8Array[] = [];
  const length = () => kept.reduce((sum, part) => sum + part.length, 0);
  const left = [...mishaps];
  const parts: number[] = [];
  const server = {
    parts,
    waited: [] as number[],
    seen: [] as SendProgress[],
    now: 0,
    /** How long each part takes. */
    partMs: 1000,
    finished: 0,
    get bytes() {
      return Buffer.concat(kept);
    },
    put(more: Uint8Array) {
      kept.push(more);
    },
  };
  const calls: UploadCalls = {
    start: async () => ({ _id: 'upload', received: length() }),
    async send(_, offset, part) {
      left.shift()?.();
      server.now += server.partMs;
      if (offset !== length()) throw refusal(409, 'UPLOAD_OFFSET', length());
      parts.push(part.size);
      server.put(new Uint8Array(await part.arrayBuffer()));
      return { received: length() };
    },
    async finish() {
      server.finished += 1;
    },
  };
  const stop = new AbortController();
  const send = (file: Blob, part: Partial<UploadCalls> = {}) =>
    sendFile({
      file,
      calls: { ...calls, ...part },
      signal: stop.signal,
      wait: async (milliseconds, signal) => {
        server.waited.push(milliseconds);
        signal.throwIfAborted();
      },
      now: () => server.now,
      onProgress: (progress) => server.seen.push(progress),
    });
  return { server, send, stop, calls };
}

function refusal(status: ApiStatus, code: ProblemCode, offset?: number): ApiError {
  const more = offset === undefined ? {} : { offset };
  return new ApiError(status, { message: 'refused', code, ...more });
}

const fails =
  (status: ApiStatus, code: ProblemCode = 'UNAVAILABLE') =>
  () => {
    throw typeof status === 'number' ? refusal(status, code) : new ApiError(status);
  };

/** Bytes that each differ from their neighbours. */
function content(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 2_654_435_761) >>> 24);
}

test('sends every byte once and in order, then finishes the file', async () => {
  const { server, send } = uploadServer();
  const bytes = content(1_000_000);

  await send(new Blob([bytes]));

  expect(server.bytes.equals(bytes)).toBe(true);
  expect(server.finished).toBe(1);
  expect(server.seen.at(-1)).toEqual({
    state: 'finishing',
    uploadId: 'upload',
    received: 1_000_000,
  });
});

test('parts grow on a fast network and stay small on a slow one', async () => {
  const quick = uploadServer();
  quick.server.partMs = 10;
  await quick.send(new Blob([new Uint8Array(40_000_000)]));
  const slow = uploadServer();
  slow.server.partMs = 20_000;
  await slow.send(new Blob([new Uint8Array(1_500_000)]));

  expect(Math.max(...quick.server.parts)).toBe(largestPart);
  expect(Math.max(...slow.server.parts)).toBe(256 * 1024);
});

test('continues from what the server has', async () => {
  const { server, send } = uploadServer();
  const bytes = content(700_000);
  server.put(bytes.subarray(0, 300_001));

  await send(new Blob([bytes]));

  expect(server.bytes.equals(bytes)).toBe(true);
  expect(server.parts.reduce((sum, size) => sum + size)).toBe(399_999);
});

test.each<readonly [string, () => void]>([
  ['no network', fails('FETCH_ERROR')],
  ['no answer in time', fails('TIMEOUT_ERROR')],
  ['a server in trouble', fails(503)],
  ['too many requests', fails(429, 'TOO_MANY')],
  ['a session that ended', fails(401, 'NOT_SIGNED_IN')],
])('%s is retried with increasing waits', async (_, mishap) => {
  const { server, send } = uploadServer(...Array<() => void>(8).fill(mishap));
  const bytes = content(500_000);

  await send(new Blob([bytes]));

  expect(server.bytes.equals(bytes)).toBe(true);
  expect(server.waited).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(server.seen.some(({ state }) => state === 'waiting')).toBe(true);
});

test('a lost answer sends nothing twice', async () => {
  const { server, send, calls } = uploadServer();
  const bytes = content(900_000);
  let isLost = false;

  await send(new Blob([bytes]), {
    async send(...part) {
      const answer = await calls.send(...part);
      if (isLost) return answer;
      isLost = true;
      throw new ApiError('FETCH_ERROR');
    },
  });

  expect(server.bytes.equals(bytes)).toBe(true);
});

test('sends what the finish call reports missing', async () => {
  const { server, send, calls } = uploadServer();
  const bytes = content(300_000);
  const start = { _id: 'upload', received: 300_000 };

  await send(new Blob([bytes]), {
    start: async () => start,
    async finish(...parts) {
      if (server.bytes.length === 0) throw refusal(409, 'UPLOAD_OFFSET', 0);
      return calls.finish(...parts);
    },
  });

  expect(server.bytes.equals(bytes)).toBe(true);
});

test.each<readonly [number, ProblemCode]>([
  [507, 'STORAGE_FULL'],
  [415, 'UNSUPPORTED_TYPE'],
  [404, 'NOT_FOUND'],
  [413, 'TOO_LARGE'],
  [500, 'INTERNAL'],
])('a refusal with %s %s ends it', async (status, code) => {
  const { server, send } = uploadServer(fails(status, code));

  await expect(send(new Blob([content(10)]))).rejects.toMatchObject({ status });

  expect(server.waited).toEqual([]);
});

test('aborting ends the wait', async () => {
  const { send, stop } = uploadServer(() => {
    stop.abort(new Error('paused'));
    throw new ApiError('FETCH_ERROR');
  });

  await expect(send(new Blob([content(10)]))).rejects.toThrow();
});

test('does not treat an unreadable file as a network failure', async () => {
  const { send } = uploadServer();
  const gone = {
    size: 10,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  };

  await expect(send(gone as unknown as Blob)).rejects.toBeInstanceOf(FileGone);
});
