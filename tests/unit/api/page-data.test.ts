import { afterEach, expect, it, vi } from 'vitest';
import { pageData } from '#api/page-data.ts';
import { deviceDataUrl, pageDataId } from '#contract/shop/page-data.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const location = new URL('http://shop.test/shop?page=2');

/** A document whose data block has this `source`, and a device that answers through `fetch`. */
function open(source: 'shop' | 'device', textContent: string, fetch: typeof globalThis.fetch) {
  const block = { dataset: { source }, textContent };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === pageDataId ? block : null) });
  vi.stubGlobal('location', location);
  vi.stubGlobal('fetch', fetch);
}

it("uses the data in the shop's own document, without a request", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  open('shop', '{"calls":[]}', fetch);
  expect(await pageData()).toBe('{"calls":[]}');
  expect(fetch).not.toHaveBeenCalled();
});

it('requests the data of a document served by the device', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"calls":[1]}'));
  open('device', '', fetch);
  expect(await pageData()).toBe('{"calls":[1]}');
  expect(fetch.mock.calls[0]?.[0]).toBe(deviceDataUrl(location));
});

it('continues without a device that does not answer for 1.5 seconds', async () => {
  const timer = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  open('device', '', (_, init) => {
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
  open('device', '', async () => new Response(broken));
  expect(await pageData()).toBeNull();
});
