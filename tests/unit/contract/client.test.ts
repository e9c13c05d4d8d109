import { expect, test } from 'vitest';
import { studioCalls } from '#contract/studio/calls.ts';
import { createAsk } from '#contract/wire/client.ts';

const uploadId = 'a'.repeat(24);

function setUp(answer: Response) {
  const asked: Request[] = [];
  const ended: (string | null)[] = [];
  const ask = createAsk(studioCalls, {
    baseUrl: 'http://shop.test',
    timeoutMs: 1000,
    onSignedOut: (token) => ended.push(token),
    fetch: async (input, init) => {
      asked.push(new Request(input, init));
      return answer;
    },
  });
  return { ask, asked, ended };
}

test("sends a file's bytes as they are, with the headers of the call and no token", async () => {
  const { ask, asked } = setUp(Response.json({ received: 3 }));

  const { answer } = await ask('sendPart', {
    params: { uploadId },
    body: new Blob(['fox']),
    headers: { 'Upload-Offset': '0' },
  });

  expect(answer).toEqual({ received: 3 });
  const [request] = asked;
  expect(request?.method).toBe('PATCH');
  expect(request?.url).toBe(`http://shop.test/api/studio/uploads/${uploadId}`);
  expect(request?.headers.get('Upload-Offset')).toBe('0');
  expect(request?.headers.has('Authorization')).toBe(false);
  expect(await request?.text()).toBe('fox');
});

test('reports an ended session of a cookie, which carries no token', async () => {
  const { ask, ended } = setUp(
    Response.json({ message: 'Please sign in.', code: 'NOT_SIGNED_IN' }, { status: 401 }),
  );

  await expect(ask('me')).rejects.toMatchObject({ status: 401 });

  expect(ended).toEqual([null]);
});
