import { beforeEach, expect, test, vi } from 'vitest';
import { isShopReached, reportReach } from '#api/reach.ts';
import { shopClient } from '#api/shop-client.ts';
import { savedAtHeader } from '#contract/wire/client.ts';

const params = { id: 'a'.repeat(24) };
let headers: Record<string, string> = {};

beforeEach(() => {
  // A page's addresses are relative, which Node has nothing to resolve with.
  const Plain = Request;
  vi.stubGlobal(
    'Request',
    class extends Plain {
      constructor(input: RequestInfo, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://shop.test') : input, init);
      }
    },
  );
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'NOT_FOUND', message: 'Gone' }, { status: 404, headers }),
  );
});

test("a refusal of the shop shows that it is reached, and the device's own does not", async () => {
  reportReach(false);
  headers = { [savedAtHeader]: '2026-01-02T03:04:05.000Z' };
  await expect(shopClient.request('product', { params })).rejects.toMatchObject({
    savedAt: '2026-01-02T03:04:05.000Z',
  });
  expect(isShopReached()).toBe(false);

  headers = {};
  await expect(shopClient.request('product', { params })).rejects.toMatchObject({ savedAt: null });
  expect(isShopReached()).toBe(true);
});
