import { expect, test, vi } from 'vitest';
import { throughShopHeader } from '#contract/shop/paths.ts';
import { askForFile } from '#features/orders/ask-for-file.ts';

vi.stubGlobal('location', { origin: 'https://shop.example' });
const { signal } = new AbortController();

/** An answer after a redirect to `url`. */
function answerFrom(url: string, status: number): Response {
  const response = new Response(null, { status });
  Object.defineProperties(response, { url: { value: url }, redirected: { value: true } });
  return response;
}

/** Gives the answers one after another; null: the browser gets none. */
function network(...answers: readonly (Response | null)[]) {
  const asked: boolean[] = [];
  const left = [...answers];
  const fetchFile = async (headers: Readonly<Record<string, string>>) => {
    asked.push(throughShopHeader in headers);
    const answer = left.shift();
    if (!answer) throw new TypeError('fetch failed');
    return answer;
  };
  return { asked, fetchFile };
}

const bucket = 'https://files.example/originals/ab/ab';

test.each([200, 206, 416])('%i from the bucket is the answer', async (status) => {
  const answer = answerFrom(bucket, status);
  const { asked, fetchFile } = network(answer);

  expect(await askForFile(fetchFile, signal)).toBe(answer);
  expect(asked).toEqual([false]);
});

test.each([
  ['refuses', answerFrom(bucket, 403)],
  ['has no file', answerFrom(bucket, 404)],
  ['cannot be reached', null],
])('a bucket that %s is left out', async (_, first) => {
  const answer = answerFrom('https://shop.example/files/x', 200);
  const { asked, fetchFile } = network(first, answer);

  expect(await askForFile(fetchFile, signal)).toBe(answer);
  expect(asked).toEqual([false, true]);
});

test("the shop's own refusal is the answer", async () => {
  const answer = answerFrom('https://shop.example/files/x', 403);
  const { asked, fetchFile } = network(answer);

  expect(await askForFile(fetchFile, signal)).toBe(answer);
  expect(asked).toEqual([false]);
});

test('a cancelled download asks nobody else', async () => {
  const controller = new AbortController();
  const { asked, fetchFile } = network();
  controller.abort(new DOMException('cancelled', 'AbortError'));

  await expect(askForFile(fetchFile, controller.signal)).rejects.toThrow('cancelled');
  expect(asked).toEqual([false]);
});
