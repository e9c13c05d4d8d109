import { afterEach, expect, it, vi } from 'vitest';
import { refreshByItself } from '#app/refresh-by-itself.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns what was registered. */
async function registered(isInstalled: boolean, state: PermissionState, isKnown = true) {
  const tags: unknown[] = [];
  const periodicSync = {
    register: async (tag: string, options: object) => void tags.push([tag, options]),
  };
  vi.stubGlobal('matchMedia', () => ({ matches: !isInstalled }));
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } });
  await refreshByItself((isKnown ? { periodicSync } : {}) as ServiceWorkerRegistration);
  return tags;
}

it('registers at most two wakes a day, if the shop is installed and the browser allows it', async () => {
  expect(await registered(true, 'granted')).toEqual([
    ['pinwheel-refresh', { minInterval: 43_200_000 }],
  ]);
});

it("registers none in a tab, without permission, or if the browser can't", async () => {
  expect(await registered(false, 'granted')).toEqual([]);
  expect(await registered(true, 'prompt')).toEqual([]);
  expect(await registered(true, 'denied')).toEqual([]);
  expect(await registered(true, 'granted', false)).toEqual([]);
});
