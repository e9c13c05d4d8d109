import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '#api/client.ts';
import { primeFromPage } from '#api/page-data.ts';
import { callKey, createQueryCache } from '#api/query-cache.ts';
import type { CallAnswer, CallName } from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';

type Status = CallAnswer<'customStatus'>;
const open: Status = { status: 'On', updatedAt: '2026-01-02T03:04:05.000Z' };
const closed: Status = { ...open, status: 'Off' };

interface Question {
  readonly name: CallName;
  readonly answer: (answer: unknown, savedAt?: string) => void;
  readonly fail: (error: unknown) => void;
}

/** A cache whose requests wait until the test answers them. */
function setUp() {
  const questions: Question[] = [];
  const ask = (name: CallName) =>
    new Promise((resolve, reject) => {
      questions.push({
        name,
        answer: (answer, savedAt = '') => resolve({ answer, savedAt: savedAt || null }),
        fail: reject,
      });
    });
  const cache = createQueryCache({ ask: ask as Client['ask'] });
  return { cache, questions };
}

/** Lets the answers arrive. */
async function arrival(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

const ignore = () => {};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the query cache', () => {
  it('goes from pending to fulfilled (P21)', async () => {
    const { cache, questions } = setUp();
    const query = cache.query('customStatus');
    query.subscribe(ignore);
    expect(query.get()).toMatchObject({ status: 'pending', data: undefined });

    questions[0]?.answer(open, '2026-01-01T00:00:00.000Z');
    await arrival();

    expect(query.get()).toMatchObject({
      status: 'fulfilled',
      data: open,
      savedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('goes from pending to rejected with the error (P21)', async () => {
    const { cache, questions } = setUp();
    const query = cache.query('customStatus');
    query.subscribe(ignore);

    questions[0]?.fail(new ApiError(500));
    await arrival();

    expect(query.get()).toMatchObject({ status: 'rejected', error: { status: 500 } });
  });

  it('sends one request for simultaneous callers', () => {
    const { cache, questions } = setUp();

    cache.query('customStatus').subscribe(ignore);
    cache.query('customStatus', {}).subscribe(ignore);
    void cache.query('customStatus').refetch();

    expect(questions).toHaveLength(1);
  });

  it('sends no further request for a later caller (U11)', async () => {
    const { cache, questions } = setUp();
    const leave = cache.query('customStatus').subscribe(ignore);
    questions[0]?.answer(open);
    await arrival();
    leave();

    cache.query('customStatus').subscribe(ignore);

    expect(questions).toHaveLength(1);
    expect(cache.query('customStatus').get().data).toEqual(open);
  });

  it('sends a new request after a failure', async () => {
    const { cache, questions } = setUp();
    const leave = cache.query('customStatus').subscribe(ignore);
    questions[0]?.fail(new ApiError('FETCH_ERROR'));
    await arrival();
    leave();

    cache.query('customStatus').subscribe(ignore);

    expect(questions).toHaveLength(2);
  });

  it('keeps an unused answer 60 seconds and no longer (U11)', async () => {
    const { cache, questions } = setUp();
    const leave = cache.query('customStatus').subscribe(ignore);
    questions[0]?.answer(open);
    await arrival();
    leave();

    vi.advanceTimersByTime(59_999);
    expect(cache.peek('customStatus')).toEqual(open);
    vi.advanceTimersByTime(1);
    expect(cache.peek('customStatus')).toBeUndefined();
  });

  it('keeps a used answer for as long as it is used (U11)', async () => {
    const { cache, questions } = setUp();
    cache.query('customStatus').subscribe(ignore);
    questions[0]?.answer(open);
    await arrival();

    vi.advanceTimersByTime(3_600_000);

    expect(cache.peek('customStatus')).toEqual(open);
    expect(questions).toHaveLength(1);
  });

  it('keeps an answer in use for as long, though one that was forgotten before would have ended', async () => {
    const { cache, questions } = setUp();
    cache.query('customStatus').subscribe(ignore)();
    cache.forgetUnused();
    vi.advanceTimersByTime(30_000);
    cache.query('customStatus').subscribe(ignore);
    questions[1]?.answer(open);
    await arrival();

    vi.advanceTimersByTime(30_000);

    expect(cache.peek('customStatus')).toEqual(open);
  });

  it('shows the old answer during and after a failed refetch', async () => {
    const { cache, questions } = setUp();
    cache.prime('customStatus', {}, open);
    const query = cache.query('customStatus');
    query.subscribe(ignore);

    void query.refetch();
    expect(query.get()).toMatchObject({ status: 'pending', data: open });
    questions[0]?.fail(new ApiError('TIMEOUT_ERROR'));
    await arrival();

    expect(query.get()).toMatchObject({ status: 'rejected', data: open });
  });

  it('sends no request for a primed call', () => {
    const { cache, questions } = setUp();
    cache.prime('customStatus', {}, open);

    const query = cache.query('customStatus');
    query.subscribe(ignore);

    expect(questions).toHaveLength(0);
    expect(query.get()).toMatchObject({
      status: 'fulfilled',
      data: open,
      savedAt: null,
    });
  });

  it('notifies subscribers of a fresher answer', () => {
    const { cache } = setUp();
    cache.prime('customStatus', {}, open);
    const query = cache.query('customStatus');
    const seen: (Status | undefined)[] = [];
    query.subscribe(() => seen.push(query.get().data));

    cache.prime('customStatus', {}, closed);

    expect(seen).toEqual([closed]);
  });

  it("continues after an error that the client didn't throw", async () => {
    const { cache, questions } = setUp();
    const query = cache.query('customStatus');
    query.subscribe(ignore);

    questions[0]?.fail(new Error('a lazy file is gone'));
    await arrival();

    expect(query.get()).toMatchObject({ status: 'rejected', error: { status: 'FETCH_ERROR' } });
  });
});

describe('the key of a call', () => {
  it('is the same for the same parameters in any order, with or without empty ones', () => {
    const key = callKey('productsFilter', { query: { page: '2', sort: 'a-z' } });

    expect(
      callKey('productsFilter', {
        query: { sort: 'a-z', page: '2', designer: '', category: undefined },
      }),
    ).toBe(key);
  });

  it('differs by call, parameters and values', () => {
    const keys = [
      callKey('customStatus'),
      callKey('products'),
      callKey('product', { params: { id: 'a' } }),
      callKey('product', { params: { id: 'b' } }),
      callKey('productsSearch', { query: { query: 'fox' } }),
      callKey('productsSearch', { query: { search: 'fox' } }),
    ];

    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the custom status', () => {
  it('is cached under the tag CustomerOrderStatus, one answer for all who show it (S21)', async () => {
    const { cache, questions } = setUp();
    expect(callKey('customStatus')).toContain('"CustomerOrderStatus"');

    cache.query('customStatus').subscribe(ignore);
    cache.query('customStatus', {}).subscribe(ignore);
    questions[0]?.answer(open);
    await arrival();
    cache.query('customStatus').subscribe(ignore);

    expect(questions.map(({ name }) => name)).toEqual(['customStatus']);
    expect(cache.peek('customStatus')).toEqual(open);
  });
});

describe('an answer stored on the device', () => {
  const savedAt = '2026-01-01T00:00:00.000Z';

  it('counts as stored while it is shown and the shop has not confirmed it', async () => {
    const { cache, questions } = setUp();
    const stop = cache.query('customStatus').subscribe(ignore);
    expect(cache.savedSince()).toBeNull();
    questions[0]?.answer(open, savedAt);
    await arrival();
    expect(cache.savedSince()).toBe(savedAt);

    stop();
    expect(cache.savedSince()).toBeNull();
  });

  it('is fresh once the shop has confirmed it or sent a newer one', async () => {
    const { cache, questions } = setUp();
    const query = cache.query('customStatus');
    query.subscribe(ignore);
    questions[0]?.answer(open, savedAt);
    await arrival();

    cache.confirm('customStatus', {}, null);
    expect(query.get()).toMatchObject({ data: open, savedAt: null });

    cache.confirm('customStatus', {}, closed);
    expect(query.get()).toMatchObject({ data: closed, savedAt: null });
    expect(cache.savedSince()).toBeNull();
  });

  it('gives way to a confirmation that overtook it', async () => {
    const { cache, questions } = setUp();
    const query = cache.query('customStatus');
    query.subscribe(ignore);
    cache.confirm('customStatus', {}, closed);
    questions[0]?.answer(open, savedAt);
    await arrival();

    expect(query.get()).toMatchObject({ status: 'fulfilled', data: closed, savedAt: null });
  });

  it('is requested again when the catalogue has changed, but only while shown', async () => {
    const { cache, questions } = setUp();
    cache.query('customStatus').subscribe(ignore);
    const stop = cache.query('featuredImages').subscribe(ignore);
    cache.query('shopSettings').subscribe(ignore);
    questions[0]?.answer(open, savedAt);
    questions[1]?.answer([], savedAt);
    questions[2]?.answer({});
    await arrival();
    stop();

    cache.renewCatalogue();
    expect(questions.slice(3).map(({ name }) => name)).toEqual(['customStatus', 'shopSettings']);
  });

  it('notifies its subscribers', async () => {
    const { cache, questions } = setUp();
    const listener = vi.fn();
    const stop = cache.watchSavedSince(listener);
    cache.query('customStatus').subscribe(ignore);
    questions[0]?.answer(open, savedAt);
    await arrival();
    expect(listener).toHaveBeenCalled();
    stop();
  });
});

describe('the data block of a page', () => {
  it('primes the calls it contains', () => {
    const { cache } = setUp();
    const block = { calls: [{ name: 'customStatus', request: {}, answer: open }] };

    primeFromPage(cache, JSON.stringify(block));

    expect(cache.peek('customStatus')).toEqual(open);
  });

  it('says since when the device has stored its contents, and has them renewed once, shown or not', () => {
    const { cache, questions } = setUp();
    const savedAt = '2026-03-01T10:00:00.000Z';
    const calls = [{ name: 'customStatus', request: {}, answer: open, savedAt }];

    primeFromPage(cache, JSON.stringify({ calls }));

    expect(cache.query('customStatus').get()).toMatchObject({ status: 'fulfilled', savedAt });
    expect(questions).toHaveLength(0);
    cache.renewPrimed();
    cache.renewPrimed();
    expect(questions).toHaveLength(1);
    expect(cache.peek('customStatus')).toEqual(open);
  });

  it('is ignored when missing or unreadable', () => {
    const { cache } = setUp();

    primeFromPage(cache, null);
    primeFromPage(cache, '');
    primeFromPage(cache, '{"calls": [');

    expect(cache.peek('customStatus')).toBeUndefined();
  });
});
