import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromBase64url } from '#contract/wire/base64url.ts';
import { forgetPush } from '#offline/accounts/forget-push.ts';
import type { ChangedPush } from '#offline/accounts/renew-push.ts';
import { changeRegisteredPush } from '#offline/stores/device-database.ts';
import { endpointOf, pushKeys } from '#tests/support/pushes.ts';
import { renewSubscription } from '../../sw/renew-subscription.ts';
import { ana, ben, createModelServer } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

/** Of the shop, base64url. */
const shopKey = 'shopskey';

interface FakeSubscription {
  readonly endpoint: string;
  readonly key: string;
}

afterEach(() => vi.unstubAllGlobals());

/** A browser's push service and the shop's endpoints of pushes, by account. */
function fakePush() {
  const state = {
    current: null as FakeSubscription | null,
    permission: 'granted' as PermissionState,
    pushKey: shopKey,
    isOffline: false,
    made: 0,
    calls: [] as unknown[],
    rows: new Map<string, string>(),
    gone: new Set<string>(),
    beforeAnswer: async () => {},
  };
  const asSubscription = ({ endpoint, key }: FakeSubscription) =>
    ({
      endpoint,
      options: { applicationServerKey: fromBase64url(key)?.buffer },
      toJSON: () => ({ endpoint, keys: pushKeys }),
      unsubscribe: async () => {
        if (state.current?.endpoint === endpoint) state.current = null;
        return true;
      },
    }) as unknown as PushSubscription;
  const pushManager = {
    getSubscription: async () => state.current && asSubscription(state.current),
    permissionState: async () => state.permission,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (state.current && state.current.key !== applicationServerKey) {
        throw new DOMException('Another key', 'InvalidStateError');
      }
      // The push service takes its time.
      await Promise.resolve();
      state.made += state.current ? 0 : 1;
      state.current ??= { endpoint: endpointOf(`made-${state.made}`), key: applicationServerKey };
      return asSubscription(state.current);
    },
  };
  const server: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (state.isOffline) throw new TypeError('offline');
    const account = request.headers.get('Authorization')?.slice('Bearer '.length) ?? '';
    const body = await request.json();
    state.calls.push(body);
    await state.beforeAnswer();
    const { replaces, endpoint = replaces } = body;
    if (state.rows.get(replaces) === account) {
      state.rows.delete(replaces);
      state.rows.set(endpoint, account);
    }
    return Response.json({
      isKnown: state.rows.get(endpoint) === account,
      isGone: state.gone.has(endpoint),
      pushKey: state.pushKey,
    });
  };
  return { state, pushManager, server, asSubscription };
}

let push: ReturnType<typeof fakePush>;
beforeEach(() => {
  push = fakePush();
  const registration = { pushManager: push.pushManager };
  vi.stubGlobal('self', { registration });
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: null, getRegistration: async () => registration },
    locks: navigator.locks,
  });
});

/** A browser on which Ana signed in and subscribed. */
async function anasBrowser() {
  const browser = createTestBrowser(createModelServer());
  browser.signIn(ana);
  const device = browser.open();
  await device.follow();
  const { idb } = browser;
  push.state.current = { endpoint: endpointOf('old'), key: shopKey };
  push.state.rows.set(endpointOf('old'), ana);
  await changeRegisteredPush(idb, () => ({ accountId: ana, endpoint: endpointOf('old') }));
  const renew = (changed: ChangedPush = {}) =>
    renewSubscription(changed, {
      client: { baseUrl: 'http://shop.test', fetch: push.server },
      idb,
    });
  const registered = () => changeRegisteredPush(idb, (known) => known);
  return { browser, device, idb, renew, registered };
}
const rows = () => Object.fromEntries(push.state.rows);
const replaceWith = (name: string) => {
  push.state.current = { endpoint: endpointOf(name), key: shopKey };
};

test('moves a renewed subscription, whatever the event says', async () => {
  const { renew, registered } = await anasBrowser();
  replaceWith('new');

  await renew();
  await renew();

  expect(rows()).toEqual({ [endpointOf('new')]: ana });
  expect(await registered()).toEqual({ accountId: ana, endpoint: endpointOf('new') });
  expect(push.state.calls).toEqual([
    { replaces: endpointOf('old'), endpoint: endpointOf('new'), keys: pushKeys },
    { replaces: endpointOf('new') },
  ]);
});

test("subscribes again with the shop's key of today where the browser didn't", async () => {
  const { renew } = await anasBrowser();
  push.state.current = null;
  push.state.pushKey = 'changed0';

  await renew({
    oldSubscription: push.asSubscription({ endpoint: endpointOf('old'), key: shopKey }),
  });

  expect(push.state.current).toMatchObject({ key: 'changed0' });
  expect(rows()).toEqual({ [endpointOf('made-1')]: ana });
});

test('goes by the event on a device that has remembered no endpoint', async () => {
  const { idb, renew } = await anasBrowser();
  await changeRegisteredPush(idb, () => null);
  replaceWith('new');

  await renew({
    oldSubscription: push.asSubscription({ endpoint: endpointOf('old'), key: shopKey }),
  });

  expect(rows()).toEqual({ [endpointOf('new')]: ana });
});

test('remembers what a device of an earlier version is subscribed to', async () => {
  const { idb, renew, registered } = await anasBrowser();
  await changeRegisteredPush(idb, () => null);

  await renew();

  expect(await registered()).toEqual({ accountId: ana, endpoint: endpointOf('old') });
  expect(push.state.made).toBe(0);
});

test.each([true, false])(
  'subscribes again after the push service ended the subscription (the browser still has it: %s)',
  async (isKept) => {
    const { renew, registered } = await anasBrowser();
    push.state.gone.add(endpointOf('old'));
    if (!isKept) push.state.current = null;

    await Promise.all([renew(), renew()]);

    expect(rows()).toEqual({ [endpointOf('made-1')]: ana });
    expect(push.state.current).toMatchObject({ endpoint: endpointOf('made-1') });
    expect(await registered()).toEqual({ accountId: ana, endpoint: endpointOf('made-1') });
  },
);

test("replaces a subscription made with another key than the shop's", async () => {
  const { renew } = await anasBrowser();
  push.state.pushKey = 'another0';

  await renew();
  await renew();

  expect(push.state.current).toEqual({ endpoint: endpointOf('made-1'), key: 'another0' });
  expect(rows()).toEqual({ [endpointOf('made-1')]: ana });
});

test('tells the shop at the next start what an outage after the push service prevented', async () => {
  const { renew } = await anasBrowser();
  push.state.gone.add(endpointOf('old'));
  push.state.beforeAnswer = async () => {
    push.state.isOffline = true;
  };
  await renew();
  expect(rows()).toEqual({ [endpointOf('old')]: ana });
  push.state.beforeAnswer = async () => {};
  push.state.isOffline = false;

  await renew();

  expect(rows()).toEqual({ [endpointOf('made-1')]: ana });
  expect(push.state.made).toBe(1);
});

test.each([true, false])(
  'tries again at the next start what an outage prevented (subscribed again by the browser: %s)',
  async (isReplaced) => {
    const { renew } = await anasBrowser();
    push.state.current = isReplaced ? { endpoint: endpointOf('new'), key: shopKey } : null;
    push.state.isOffline = true;
    await renew();
    push.state.isOffline = false;
    expect(rows()).toEqual({ [endpointOf('old')]: ana });

    await renew();

    expect(rows()).toEqual({ [endpointOf(isReplaced ? 'new' : 'made-1')]: ana });
  },
);

test('waits for its owner while nobody is signed in, and never serves another account', async () => {
  const { browser, device, renew } = await anasBrowser();
  browser.signOut();
  await device.follow();
  replaceWith('new');
  await renew();
  expect(push.state.calls).toEqual([]);

  browser.signIn(ana);
  await device.follow();
  await renew();
  expect(rows()).toEqual({ [endpointOf('new')]: ana });

  replaceWith('newer');
  browser.signIn(ben);
  await device.follow();
  await renew();
  expect(push.state.current).toBeNull();
  expect(rows()).toEqual({ [endpointOf('new')]: ana });
});

test('revives nothing that its owner left while the shop was asked', async () => {
  const { browser, device, idb, renew, registered } = await anasBrowser();
  push.state.current = null;
  push.state.beforeAnswer = async () => {
    push.state.beforeAnswer = async () => {};
    await forgetPush(idb);
    browser.signOut();
    await device.follow();
  };

  await renew();

  expect(push.state.current).toBeNull();
  expect(await registered()).toBeNull();
  expect(push.state.calls).toHaveLength(1);
});

test('subscribes to nothing that the shop ended', async () => {
  const { renew, registered } = await anasBrowser();
  push.state.rows.clear();
  push.state.current = null;

  await renew();

  expect(push.state.current).toBeNull();
  expect(await registered()).toBeNull();
});

test.each(['denied', 'prompt'] as const)(
  'asks nobody once the permission is %s',
  async (permission) => {
    const { renew, registered } = await anasBrowser();
    push.state.current = null;
    push.state.permission = permission;

    await renew();

    expect(push.state.made).toBe(0);
    expect(push.state.calls).toEqual([]);
    expect(await registered()).toBeNull();
  },
);

test('is renewed once by worker and page at the same time', async () => {
  const { renew, registered } = await anasBrowser();
  push.state.current = null;

  await Promise.all([renew(), renew()]);

  expect(rows()).toEqual({ [endpointOf('made-1')]: ana });
  expect(push.state.current).toMatchObject({ endpoint: endpointOf('made-1') });
  expect(await registered()).toEqual({ accountId: ana, endpoint: endpointOf('made-1') });
});
