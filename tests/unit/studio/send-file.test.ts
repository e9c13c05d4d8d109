import { expect, test } from 'vitest';
import { ApiError, type ApiStatus, messageOf, tooLargeForProxy } from '#contract/wire/api-error.ts';
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
    /** What a proxy in front does to parts above a size. */
    proxy: null as { readonly most: number; refuse(): never } | null,
    /** What was learned about the largest part that passes. */
    limits: [] as number[],
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
      if (server.proxy && part.size > server.proxy.most) server.proxy.refuse();
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
      partLimit: server.limits.at(-1) ?? largestPart,
      onPartLimit: (bytes) => server.limits.push(bytes),
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

const mebibyte = 1024 * 1024;
/** As nginx does it: without a problem of the shop. */
const tooLarge = () => {
  throw new ApiError(413);
};
const cut = () => {
  throw new ApiError('FETCH_ERROR');
};

test('halves parts that a proxy refuses, and remembers the size that passes', async () => {
  const { server, send } = uploadServer();
  server.proxy = { most: mebibyte, refuse: tooLarge };
  server.partMs = 10;
  const bytes = content(5_000_000);

  await send(new Blob([bytes]));

  expect(server.bytes.equals(bytes)).toBe(true);
  expect(server.limits.at(-1)).toBe(mebibyte);
  expect(server.waited).toEqual([]);
  expect(server.parts.filter((size) => size === mebibyte).length).toBeGreaterThan(2);

  const next = uploadServer();
  next.server.limits.push(mebibyte);
  next.server.proxy = { most: mebibyte, refuse: () => expect.unreachable() };
  next.server.partMs = 10;
  await next.send(new Blob([bytes]));
  expect(next.server.bytes.equals(bytes)).toBe(true);
});

test('halves as often as it must, and says why if not even the smallest part passes', async () => {
  const { server, send } = uploadServer();
  server.proxy = { most: 300 * 1024, refuse: tooLarge };
  server.partMs = 10;
  const bytes = content(3_000_000);
  await send(new Blob([bytes]));
  expect(server.bytes.equals(bytes)).toBe(true);
  expect(server.limits.at(-1)).toBe(256 * 1024);

  const none = uploadServer();
  none.server.proxy = { most: 1000, refuse: tooLarge };
  await expect(none.send(new Blob([bytes]))).rejects.toSatisfy(
    (error) => messageOf(error, '') === tooLargeForProxy,
  );
  expect(none.server.parts).toEqual([]);
});

test("the shop's own refusal of a size is final", async () => {
  const { server, send } = uploadServer(fails(413, 'TOO_LARGE'));

  await expect(send(new Blob([content(1_000_000)]))).rejects.toThrow('refused');

  expect([server.parts, server.limits]).toEqual([[], []]);
});

test('halves parts that twice break the connection while smaller ones pass', async () => {
  const { server, send } = uploadServer();
  server.proxy = { most: mebibyte, refuse: cut };
  server.partMs = 10;
  const bytes = new Uint8Array(20_000_000);

  await send(new Blob([bytes]));

  expect(server.bytes.length).toBe(bytes.length);
  expect(server.limits).toEqual([mebibyte]);
  expect(server.waited).toEqual([1000, 1000]);
});

test('an outage is not taken for a limit', async () => {
  const { server, send } = uploadServer(
    ...Array<() => void>(3).fill(() => {}),
    ...Array<() => void>(9).fill(cut),
  );
  server.partMs = 10;
  const bytes = new Uint8Array(20_000_000);

  await send(new Blob([bytes]));

  expect(server.bytes.length).toBe(bytes.length);
  expect(server.limits).toEqual([]);
  expect(Math.max(...server.parts)).toBe(largestPart);
});
