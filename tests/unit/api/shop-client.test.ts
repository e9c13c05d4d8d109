import { beforeEach, expect, test, vi } from 'vitest';
import { isShopReached, reportReach } from '#api/reach.ts';
import { session } from '#api/session.ts';
import { shopClient } from '#api/shop-client.ts';
import type { User } from '#contract/shop/account.ts';
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

test.each([
  ['the account that made it', 'hazel', 'Bearer hazel'],
  ['nobody, if a visitor made it', null, null],
])(
  'a call is sent for %s, although somebody else signs in before its code has loaded',
  async (_, token, sent) => {
    const signIn = (name: string) =>
      session.setUser({ _id: name, firstName: name, status: 'approved' } as User, name);
    if (token !== null) signIn(token);
    const carried: (string | null)[] = [];
    vi.stubGlobal('fetch', async (input: Request) => {
      carried.push(input.headers.get('Authorization'));
      return Response.json({ code: 'NOT_SIGNED_IN', message: '' }, { status: 401 });
    });

    const asking = shopClient.request('cart').catch(() => {});
    signIn('robin');
    await asking;

    expect(carried).toEqual([sent]);
    session.clear();
  },
);
