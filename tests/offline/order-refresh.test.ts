import { expect, test } from 'vitest';
import { createOrderRefresh } from '#offline/accounts/order-refresh.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';
import { createModelServer } from './model-server.ts';
import { createManualClock, createTestBrowser } from './test-device.ts';

test('orders that nobody waits for are fetched with low priority', async () => {
  const priorities: (string | undefined)[] = [];
  const { request } = createTestBrowser({
    fetch: (input, init) => {
      priorities.push(init?.priority);
      return createModelServer().fetch(input, init);
    },
  });
  const refresh = createOrderRefresh(
    { request, clock: createManualClock(), lock: (_name, task) => task() },
    createMemoryStore(),
    { name: 'ana', isCurrent: () => true },
  );
  await refresh(60_000).catch(() => {});
  await refresh().catch(() => {});
  expect(priorities).toEqual(['low', undefined]);
});
