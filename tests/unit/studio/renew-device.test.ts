import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenewedPush } from '#contract/shop/push-news.ts';
import { endpointOf, pushKeys } from '#tests/support/pushes.ts';
import { renewDevice } from '../../../studio/worker/renew-device.ts';

interface FakeSubscription {
  readonly endpoint: string;
  readonly key: string;
}

/** The studio's worker in a browser that a staff member subscribed, with the endpoints that the shop knows. */
function openWorker() {
  const state = {
    current: { endpoint: endpointOf('old'), key: 'key' } as FakeSubscription | null,
    permission: 'granted' as NotificationPermission,
    pushKey: 'key',
    isOffline: false,
    made: 0,
    calls: [] as RenewedPush[],
    known: new Set([endpointOf('old')]),
    gone: new Set<string>(),
    stored: new Map<string, Response>(),
  };
  const asSubscription = ({ endpoint }: FakeSubscription) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: pushKeys }),
    unsubscribe: async () => {
      state.current = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => state.current && asSubscription(state.current),
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      if (state.current && state.current.key !== key) {
        throw new DOMException('Another key', 'InvalidStateError');
      }
      state.made += state.current ? 0 : 1;
      state.current ??= { endpoint: endpointOf(`made-${state.made}`), key };
      return asSubscription(state.current);
    },
  };
  vi.stubGlobal('self', { registration: { pushManager } });
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => state.stored.get(path)?.clone(),
      put: async (path: string, entry: Response) => void state.stored.set(path, entry),
    }),
  });
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    if (state.isOffline) throw new TypeError('offline');
    const asked = JSON.parse(body) as RenewedPush;
    state.calls.push(asked);
    const { replaces, endpoint = replaces } = asked;
    if (state.known.delete(replaces)) state.known.add(endpoint);
    return Response.json({
      isKnown: state.known.has(endpoint),
      isGone: state.gone.has(endpoint),
      pushKey: state.pushKey,
    });
  });
  return { state, asSubscription };
}

let worker: ReturnType<typeof openWorker>;
beforeEach(() => {
  worker = openWorker();
});
afterEach(() => vi.unstubAllGlobals());

const knows = (name: string) => expect([...worker.state.known]).toEqual([endpointOf(name)]);

test('leaves a subscription alone that the shop knows', async () => {
  await renewDevice();
  await renewDevice();

  knows('old');
  expect(worker.state.made).toBe(0);
});

test('tells the shop the endpoint of a browser that renewed its subscription and names neither', async () => {
  await renewDevice();
  worker.state.current = { endpoint: endpointOf('new'), key: 'key' };

  await renewDevice({ oldSubscription: null, newSubscription: null });

  knows('new');
});

test('goes by the event in a browser that has remembered nothing', async () => {
  const { state, asSubscription } = worker;
  const oldSubscription = asSubscription({ endpoint: endpointOf('old'), key: 'key' });
  state.current = null;

  await renewDevice({ oldSubscription: oldSubscription as unknown as PushSubscription });

  knows('made-1');
});

test('does at the next start what an outage prevented', async () => {
  await renewDevice();
  worker.state.current = null;
  worker.state.isOffline = true;
  await renewDevice({});
  worker.state.isOffline = false;

  await renewDevice();

  knows('made-1');
});

test.each([true, false])(
  'subscribes again once the push service ended the subscription (the browser still has it: %s)',
  async (isKept) => {
    await renewDevice();
    worker.state.gone.add(endpointOf('old'));
    if (!isKept) worker.state.current = null;

    await Promise.all([renewDevice(), renewDevice({})]);

    knows('made-1');
    expect(worker.state.current?.endpoint).toBe(endpointOf('made-1'));
  },
);

test("replaces a subscription made with another key than the shop's", async () => {
  worker.state.pushKey = 'another';

  await renewDevice();

  knows('made-1');
  expect(worker.state.current?.key).toBe('another');
});

test('subscribes to nothing that was removed in the studio', async () => {
  await renewDevice();
  worker.state.known.clear();
  worker.state.current = null;

  await renewDevice();

  expect(worker.state.made).toBe(0);
});

test.each(['denied', 'default'] as const)(
  'asks nobody while the permission is %s',
  async (permission) => {
    await renewDevice();
    worker.state.current = null;
    worker.state.permission = permission;

    await renewDevice({});

    expect(worker.state.made).toBe(0);
    expect(worker.state.calls).toHaveLength(1);
  },
);
