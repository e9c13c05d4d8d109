import { describe, expect, it } from 'vitest';
import { type ClientDependencies, createClient } from '#api/client.ts';
import { catalogueShape, checkedShapeHeader } from '#contract/catalogue/catalogue-shape.ts';
import { ApiError, isShopsAnswer, messageOf } from '#contract/wire/api-error.ts';

const baseUrl = 'http://shop.test';
const productId = 'a'.repeat(24);
const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  });

/** A client whose network answers with `answer` and records the requests. */
function setUp(
  answer: (request: Request) => Response | Promise<Response>,
  dependencies: Partial<ClientDependencies> = {},
) {
  const asked: Request[] = [];
  const client = createClient({
    baseUrl,
    token: () => null,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(request.clone());
      return answer(request);
    },
    ...dependencies,
  });
  return { client, asked };
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((cause: unknown) => cause);
  if (!(error instanceof ApiError)) throw new Error(`Not an ApiError: ${String(error)}`);
  return error;
}

const open = { status: 'On', updatedAt: '2026-01-02T03:04:05.000Z' };

describe('the client', () => {
  it('makes a call as the table says and parses its answer', async () => {
    const { client, asked } = setUp(() => json({ products: [], totalPages: 0, total: 0 }));

    const answer = await client.request('productsFilter', {
      query: { category: 'a,b', page: '2', sort: undefined },
    });

    expect(answer).toEqual({ products: [], totalPages: 0, total: 0 });
    expect(asked[0]?.method).toBe('GET');
    expect(asked[0]?.url).toBe(`${baseUrl}/api/products/filter?category=a%2Cb&page=2`);
  });

  it('carries the token as a bearer header (R06)', async () => {
    const { client, asked } = setUp(() => json(open), { token: () => 'secret' });

    await client.request('customStatus');

    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer secret');
  });

  it('sends no authorization header without a token', async () => {
    const { client, asked } = setUp(() => json(open));

    await client.request('customStatus');

    expect(asked[0]?.headers.has('Authorization')).toBe(false);
  });

  it('sends a JSON body with its idempotency key', async () => {
    const { client, asked } = setUp(() => json({ message: 'ok', version: 2 }));

    await client.request('cartAdd', { body: { productId }, idempotencyKey: 'op-1' });

    expect(asked[0]?.headers.get('Idempotency-Key')).toBe('op-1');
    expect(await asked[0]?.json()).toEqual({ productId });
  });

  it('sends a multipart body with each file under its name', async () => {
    const { client, asked } = setUp(() =>
      json({ data: { _id: productId, createdAt: open.updatedAt } }),
    );
    const body = {
      name: 'Bea',
      email: 'b@x.example',
      designType: 'Exclusive',
      description: 'A fox',
    };

    await client.request('customRequest', {
      body: { ...body, designType: 'Exclusive' },
      files: { referenceImages: [new Blob(['one']), new Blob(['two'])] },
    });

    const form = await asked[0]?.formData();
    expect(form?.get('description')).toBe('A fox');
    expect(form?.getAll('referenceImages')).toHaveLength(2);
  });

  it('reports since when a worker has stored the answer', async () => {
    const { client } = setUp(() => json(open, { headers: { 'X-Saved-At': open.updatedAt } }));

    expect((await client.ask('customStatus')).savedAt).toBe(open.updatedAt);
  });

  it('trusts an answer checked by a worker with the same catalogue shape, and checks any other', async () => {
    const beyond = { ...open, note: 'of no schema' };
    const { client } = setUp(({ url }) =>
      json(beyond, {
        headers: {
          [checkedShapeHeader]: String(catalogueShape + (url.includes('custom-orders') ? 0 : 1)),
        },
      }),
    );

    expect(await client.request('customStatus')).toEqual(beyond);
    expect((await failureOf(client.request('products'))).status).toBe('PARSING_ERROR');
  });

  it('reports FETCH_ERROR when the network fails, and asks only once (T14)', async () => {
    const { client, asked } = setUp(() => {
      throw new TypeError('Failed to fetch');
    });

    expect((await failureOf(client.request('customStatus'))).status).toBe('FETCH_ERROR');
    expect(asked).toHaveLength(1);
  });

  it('reports TIMEOUT_ERROR when no answer comes (T14)', async () => {
    const { client } = setUp(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      { timeoutMs: 5 },
    );

    expect((await failureOf(client.request('customStatus'))).status).toBe('TIMEOUT_ERROR');
  });

  it('waits as long as a large call asks for', async () => {
    const { client } = setUp(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          setTimeout(() => resolve(json(open)), 30);
        }),
      { timeoutMs: 5 },
    );

    expect(await client.request('customStatus', { timeoutMs: 10_000 })).toEqual(open);
  });

  it('reports PARSING_ERROR for HTML and for JSON of another shape (T14)', async () => {
    for (const body of ['<h1>Sign in to the café Wi-Fi</h1>', '{"status":"Maybe"}']) {
      const { client } = setUp(() => new Response(body));
      expect((await failureOf(client.request('customStatus'))).status).toBe('PARSING_ERROR');
    }
  });

  it("reports the HTTP status with the server's message (T14)", async () => {
    const problem = { message: 'Look again.', code: 'INVALID', fields: { email: 'Taken' } };
    const { client } = setUp(() => json(problem, { status: 422 }));

    const error = await failureOf(client.request('customStatus'));

    expect(error).toMatchObject({ status: 422, code: 'INVALID', fields: { email: 'Taken' } });
    expect(error.message).toBe('Look again.');
  });

  it("reports the HTTP status of an error page that is not the shop's", async () => {
    const { client } = setUp(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));

    expect(await failureOf(client.request('customStatus'))).toMatchObject({
      status: 502,
      code: null,
      message: '',
    });
  });

  it('reads a problem whose code only a newer server has', async () => {
    const { client } = setUp(() =>
      json({ message: 'Only one each.', code: 'ONE_EACH' }, { status: 409 }),
    );

    expect(await failureOf(client.request('customStatus'))).toMatchObject({
      status: 409,
      code: 'UNKNOWN',
      message: 'Only one each.',
    });
  });

  it('does not end the session over a 401 with an unknown code from a newer server', async () => {
    const ended: string[] = [];
    const { client } = setUp(
      () => json({ message: 'Confirm it is you.', code: 'CONFIRM_FIRST' }, { status: 401 }),
      { token: () => 'still good', onSignedOut: (token) => ended.push(token) },
    );

    await failureOf(client.request('me'));

    expect(ended).toEqual([]);
  });

  it('reads how long to wait in seconds', async () => {
    const { client } = setUp(() =>
      json(
        { message: 'Slowly.', code: 'TOO_MANY' },
        { status: 429, headers: { 'Retry-After': '30' } },
      ),
    );

    expect((await failureOf(client.request('customStatus'))).retryAfter).toBe(30);
  });

  it('reports that the server no longer knows the token', async () => {
    const ended: string[] = [];
    const { client } = setUp(
      () => json({ message: 'Sign in.', code: 'NOT_SIGNED_IN' }, { status: 401 }),
      { token: () => 'old', onSignedOut: (token) => ended.push(token) },
    );

    await failureOf(client.request('me'));

    expect(ended).toEqual(['old']);
  });

  it('does not mistake wrong credentials for an ended session', async () => {
    const ended: string[] = [];
    const { client } = setUp(
      () => json({ message: 'No.', code: 'WRONG_CREDENTIALS' }, { status: 401 }),
      { token: () => 'still good', onSignedOut: (token) => ended.push(token) },
    );

    await failureOf(
      client.request('login', { body: { email: 'a@b.example', password: 'wrong1' } }),
    );

    expect(ended).toEqual([]);
  });

  it("rethrows the caller's abort reason", async () => {
    const stop = new AbortController();
    const { client } = setUp(({ signal }) => {
      stop.abort(new Error('gone'));
      return Promise.reject(signal.reason);
    });

    await expect(client.request('customStatus', { signal: stop.signal })).rejects.toThrow('gone');
  });
});

describe('the text of a failure', () => {
  const problem = { message: 'Sold out.', code: 'PRODUCT_UNAVAILABLE' } as const;

  it("is the server's message when there is one (T01)", () => {
    expect(messageOf(new ApiError(409, problem), 'Fallback')).toBe('Sold out.');
  });

  it('is the fallback otherwise (T01)', () => {
    expect(messageOf(new ApiError('FETCH_ERROR'), 'Fallback')).toBe('Fallback');
    expect(messageOf(new ApiError(500, { ...problem, message: '' }), 'Fallback')).toBe('Fallback');
    expect(messageOf(new Error('inner workings'), 'Fallback')).toBe('Fallback');
  });
});

it("distinguishes a working shop's answers from those of something in between", () => {
  const problem = (status: number, code: 'NOT_FOUND' | 'TOO_MANY' | 'INTERNAL' | 'UNAVAILABLE') =>
    new ApiError(status, { message: '', code });
  expect(isShopsAnswer(problem(404, 'NOT_FOUND'))).toBe(true);
  expect(isShopsAnswer(problem(429, 'TOO_MANY'))).toBe(true);
  // One change on which the server fails doesn't make the whole shop unreachable.
  expect(isShopsAnswer(problem(500, 'INTERNAL'))).toBe(true);
  // A proxy in front of the shop accepts less than the shop.
  expect(isShopsAnswer(new ApiError(413))).toBe(true);
  for (const error of [
    problem(503, 'UNAVAILABLE'),
    new ApiError(502),
    new ApiError(403),
    new ApiError('PARSING_ERROR'),
    new ApiError('FETCH_ERROR'),
    new ApiError('TIMEOUT_ERROR'),
  ]) {
    expect(isShopsAnswer(error)).toBe(false);
  }
});
