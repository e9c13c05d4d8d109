import { expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import { createAsk } from '#contract/wire/client.ts';
import { registration } from '#tests/support/registration.ts';

const uploadId = 'a'.repeat(24);

function setUp(answer: Response) {
  const asked: Request[] = [];
  const ended: (string | null)[] = [];
  const ask = createAsk({
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

  const { answer } = await ask(studioCalls.sendPart, {
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

  await expect(ask(studioCalls.me)).rejects.toMatchObject({ status: 401 });

  expect(ended).toEqual([null]);
});

test('gives a repeatable call the same key until the shop has done it or finds it wrong', async () => {
  const keys: (string | null)[] = [];
  const answers = ['lost', 503, 401, 429, 409, 200, 422, 429] as const;
  const ask = createAsk({
    baseUrl: 'http://shop.test',
    timeoutMs: 1000,
    fetch: async (input, init) => {
      const answer = answers[keys.length];
      keys.push(new Request(input, init).headers.get('Idempotency-Key'));
      if (answer === 'lost' || answer === undefined) throw new TypeError('lost');
      return Response.json({}, { status: answer });
    },
  });
  const body = registration();
  const changed = { ...body, password: 'silk and felt' };
  for (const each of [...answers.map(() => body), changed]) {
    await ask(calls.register, { body: each }).catch(() => {});
  }

  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 0, 0, 0, 6, 7, 8]);
});

test('the same text for another one is another request', async () => {
  const keys: (string | null)[] = [];
  const ask = createAsk({
    baseUrl: 'http://shop.test',
    timeoutMs: 1000,
    fetch: async (input, init) => {
      keys.push(new Request(input, init).headers.get('Idempotency-Key'));
      throw new TypeError('lost');
    },
  });
  const body = { productId: 'd'.repeat(24) };
  for (const buyer of ['a', 'a', 'b']) {
    await ask(studioCalls.giveDownload, { params: { buyerId: buyer.repeat(24) }, body }).catch(
      () => {},
    );
  }

  const [first, again, other] = keys;
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
