import { expect, test, vi } from 'vitest';
import { afterBucket, throughShopHeader } from '#contract/shop/paths.ts';
import { bucketPatienceMs, createAskForFile, leftOutMs } from '#features/orders/ask-for-file.ts';
import { createTimeline } from '#tests/offline/timeline.ts';

vi.stubGlobal('location', { origin: 'https://shop.example' });

const bucket = 'https://files.example/originals/ab/ab';
const shop = 'https://shop.example/files/x';
const aPart = { 'Content-Range': 'bytes 5-9/10' };

/** An answer after a redirect to `url`. */
function answerFrom(url: string, status: number, headers: HeadersInit = {}): Response {
  const response = new Response(null, { status, headers });
  Object.defineProperties(response, { url: { value: url }, redirected: { value: true } });
  return response;
}

/** Gives the answers one after another; null: the browser gets none; `silent`: it waits for one. */
function page(...answers: readonly (Response | null | 'silent')[]) {
  const { clock, runTo } = createTimeline();
  const askForFile = createAskForFile(clock);
  const asked: (string | undefined)[] = [];
  const signals: AbortSignal[] = [];
  const left = [...answers];
  const ask = (signal = new AbortController().signal, link = '/api/orders/a/items/b/download') =>
    askForFile(
      link,
      async (headers, until) => {
        asked.push(headers[throughShopHeader]);
        signals.push(until);
        const answer = left.shift();
        if (answer === 'silent') {
          return new Promise((_, reject) => {
            until.addEventListener('abort', () => reject(until.reason));
          });
        }
        if (!answer) throw new TypeError('fetch failed');
        return answer;
      },
      signal,
    );
  return { asked, ask, runTo, signals };
}

test.each([
  [200, {}],
  [206, aPart],
  [416, {}],
])('%i from the bucket is the answer', async (status, headers) => {
  const answer = answerFrom(bucket, status, headers);
  const { asked, ask } = page(answer);

  expect(await ask()).toBe(answer);
  expect(asked).toEqual([undefined]);
});

test.each([
  ['refuses', answerFrom(bucket, 403)],
  ['has no file', answerFrom(bucket, 404)],
  ['does not say which part it sends', answerFrom(bucket, 206)],
  ['cannot be reached', null],
])('a bucket that %s is left out', async (_, first) => {
  const answer = answerFrom(shop, 200);
  const { asked, ask, signals } = page(first, answer);

  expect(await ask()).toBe(answer);
  expect(asked).toEqual([undefined, afterBucket]);
  // Nothing more of its answer is read.
  expect(signals[0]?.aborted).toBe(first !== null);
});

test('a bucket that stays silent is left out, at once the next time, and is asked again later', async () => {
  const { asked, ask, runTo } = page(
    'silent',
    answerFrom(shop, 200),
    answerFrom(shop, 206, aPart),
    answerFrom(bucket, 200),
  );

  const first = ask();
  await runTo(bucketPatienceMs - 1);
  expect(asked).toEqual([undefined]);
  await runTo(bucketPatienceMs);
  expect((await first).status).toBe(200);
  expect((await ask()).status).toBe(206);
  await runTo(bucketPatienceMs + leftOutMs);
  expect((await ask()).url).toBe(bucket);

  expect(asked).toEqual([undefined, afterBucket, '1', undefined]);
});

test('a bucket that answers in time is read for as long as it takes', async () => {
  const { ask, runTo, signals } = page(answerFrom(bucket, 200));
  const controller = new AbortController();

  await ask(controller.signal);
  await runTo(10 * bucketPatienceMs);
  expect(signals[0]?.aborted).toBe(false);
  controller.abort();
  expect(signals[0]?.aborted).toBe(true);
});

test("the shop's own refusal is the answer", async () => {
  const answer = answerFrom(shop, 403);
  const { asked, ask } = page(answer);

  expect(await ask()).toBe(answer);
  expect(asked).toEqual([undefined]);
});

test('a download that is cancelled asks nobody else', async () => {
  const controller = new AbortController();
  const { asked, ask } = page('silent');

  const asking = ask(controller.signal);
  controller.abort(new DOMException('cancelled', 'AbortError'));

  await expect(asking).rejects.toThrow('cancelled');
  await expect(ask(controller.signal)).rejects.toThrow('cancelled');
  expect(asked).toEqual([undefined]);
});

test('a ZIP that the shop puts together is waited for, and says nothing of the bucket', async () => {
  const { asked, ask, runTo, signals } = page('silent', answerFrom(bucket, 200));
  const stop = new AbortController();
  const waiting = ask(stop.signal, '/api/orders/since/2026-01-01/download');

  await runTo(bucketPatienceMs);

  expect(signals[0]?.aborted).toBe(false);
  expect((await ask()).url).toBe(bucket);
  expect(asked).toEqual([undefined, undefined]);
  stop.abort();
  await expect(waiting).rejects.toThrow();
});
