import { afterEach, expect, it, vi } from 'vitest';
import { pageData } from '#api/page-data.ts';
import { deviceDataUrl, pageDataId } from '#contract/shop/page-data.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const location = new URL('http://shop.test/shop?page=2');

/** A document whose data block is of `source`, and a device that answers by `fetch`. */
function open(source: 'shop' | 'device', textContent: string, fetch: typeof globalThis.fetch) {
  const block = { dataset: { source }, textContent };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === pageDataId ? block : null) });
  vi.stubGlobal('location', location);
  vi.stubGlobal('fetch', fetch);
}

it('takes what the shop’s own document carries, and asks nobody', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  open('shop', '{"calls":[]}', fetch);
  expect(await pageData()).toBe('{"calls":[]}');
  expect(fetch).not.toHaveBeenCalled();
});

it('asks the device for what a document of the device needs', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"calls":[1]}'));
  open('device', '', fetch);
  expect(await pageData()).toBe('{"calls":[1]}');
  expect(fetch.mock.calls[0]?.[0]).toBe(deviceDataUrl(location));
});

it('goes on without a device that says nothing for a second and a half', async () => {
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

it('goes on without a device that breaks off in its answer', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('lost')) });
  open('device', '', async () => new Response(broken));
  expect(await pageData()).toBeNull();
});
