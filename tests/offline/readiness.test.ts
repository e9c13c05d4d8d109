import { expect, test } from 'vitest';
import type { FirstRequest } from '#contract/shop/first-requests.ts';
import { forgetSeenAnswers } from '#offline/accounts/forget-seen.ts';
import { checkReadiness } from '../../sw/readiness.ts';
import { openCatalogueDevice } from './catalogue-device.ts';

/** What a worker with two files and this replica could answer. */
function check(
  peek: (first: FirstRequest) => Promise<{ readonly json: string } | null>,
  stored: readonly string[] = ['/index.html', '/app.js'],
) {
  return checkReadiness({
    version: '1',
    files: ['/index.html', '/app.js'],
    storedFiles: async () => new Set(stored),
    shell: async () => new Response('<head></head>'),
    peek: async (first) => {
      const answer = await peek(first);
      return answer && { first, savedAt: '2026-03-01T10:00:00.000Z', ...answer };
    },
    origin: 'http://shop.test',
  });
}

test('a device that has stored the catalogue can fill every screen without the shop, and notes no look', async () => {
  const { edge, restart, setNetwork, idb } = await openCatalogueDevice();
  await edge.storeForOffline();
  setNetwork('down');
  const { emptyScreens, missingFiles, files } = await check(restart().peek);
  expect({ emptyScreens, missingFiles, files }).toEqual({
    emptyScreens: [],
    missingFiles: 0,
    files: 2,
  });
  expect(await forgetSeenAnswers(idb)).toEqual({ searches: 0, designs: 0, listings: 0 });
});

test('a device without a catalogue names the screens that would be empty', async () => {
  const { emptyScreens } = await check(async () => null);
  expect(emptyScreens).toEqual([
    'shop',
    'product',
    'home',
    'search',
    'bestSellers',
    'collections',
    'licence',
    'terms',
    'privacy',
  ]);
});

test('files that the browser deleted are counted', async () => {
  const answer = async () => ({ json: '{"products":[{"_id":"a"}]}' });
  expect(await check(answer, ['/index.html'])).toMatchObject({ missingFiles: 1, emptyScreens: [] });
});
