import { afterEach, expect, it, vi } from 'vitest';
import { pageData } from '#api/page-data.ts';
import { pageDataId } from '#contract/shop/page-data.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const url = '/device-data?of=%2Fshop';

/** A document with this data block or preload, and a device that answers through `fetch`. */
function open(carrier: { href?: string; textContent?: string }, fetch: typeof globalThis.fetch) {
  const element = { ...carrier, getAttribute: () => carrier.href ?? null };
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === pageDataId ? element : null),
  });
  vi.stubGlobal('fetch', fetch);
}

it("uses the data in the shop's own document, without a request", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  open({ textContent: '{"calls":[]}' }, fetch);
  expect(await pageData()).toBe('{"calls":[]}');
  expect(fetch).not.toHaveBeenCalled();
});

it('requests the data of a document served by the device', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"calls":[1]}'));
  open({ href: url }, fetch);
  expect(await pageData()).toBe('{"calls":[1]}');
  expect(fetch.mock.calls[0]?.[0]).toBe(url);
});

it('continues without a device that does not answer for 1.5 seconds', async () => {
  const timer = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  open({ href: url }, (_, init) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    return promise;
  });
  const waiting = pageData();
  expect(timeout).toHaveBeenCalledWith(1_500);
  timer.abort();
  expect(await waiting).toBeNull();
});

it('continues without a device whose answer breaks off', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('lost')) });
  open({ href: url }, async () => new Response(broken));
  expect(await pageData()).toBeNull();
});
