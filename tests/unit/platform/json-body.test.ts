import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { limits } from '#contract/wire/limits.ts';
import { jsonBody } from '#server/platform/http/json-body.ts';
import { Problem } from '#server/platform/http/problem.ts';

const app = new Hono()
  .post('/', async (context) => context.json(await jsonBody(context)))
  .onError((error, context) => {
    if (!(error instanceof Problem)) throw error;
    return context.json(error.body, error.status);
  });

async function post(body: unknown): Promise<[number, unknown]> {
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, await response.json()];
}

const list = (length: number) => Array.from({ length }, () => ({}));
const refusal = {
  code: 'INVALID',
  message: messages.invalid.tooLong,
  fields: { designs: messages.invalid.tooLong },
};

test('refuses a list longer than any call accepts, wherever it is', async () => {
  const tooLong = list(limits.listLength + 1);

  expect(await post({ designs: tooLong })).toEqual([422, refusal]);
  expect(await post({ designs: { inside: [tooLong] } })).toEqual([422, refusal]);
});

test('accepts a list of the maximum length', async () => {
  const body = { designs: list(limits.listLength), none: null };

  expect(await post(body)).toEqual([200, body]);
});

/** Sends a body in pieces of 1 KB; returns the status and how many pieces were read. */
async function postPieces(count: number, headers: Record<string, string> = {}) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read === count) return controller.close();
        read += 1;
        controller.enqueue(
          Buffer.from(read === 1 ? `{"a":1${' '.repeat(1017)}}` : ' '.repeat(1024)),
        );
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://shop/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: (await app.request(request)).status, read };
}

test('reads a body up to 64 KB', async () => {
  expect(await postPieces(64)).toEqual({ status: 200, read: 64 });
});

test('stops reading a longer body, and reads nothing if its length says so', async () => {
  expect(await postPieces(10_000)).toEqual({ status: 413, read: 65 });
  expect(await postPieces(65, { 'Content-Length': '66560' })).toEqual({ status: 413, read: 0 });
});

test('accepts or refuses deep nesting without an exception', async () => {
  for (const inside of ['[', '{"a":', '"\\ud800",[']) {
    const [status] = await post(`{"designs":${inside.repeat(Math.floor(60_000 / inside.length))}`);
    expect(status, inside).toBe(400);
  }
  const deep = `{"designs":${'['.repeat(20_000)}"\\ud800"${']'.repeat(20_000)}}`;
  expect([200, 400]).toContain((await post(deep))[0]);
});
