import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Brand } from '#contract/shop/content.ts';
import { lookCss, lookPath } from '#contract/shop/look.ts';
import { logoPath } from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import type { CatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { keyOf } from '#offline/catalogue/shared-answers.ts';
import { fakeCaches } from '#tests/support/fake-caches.ts';
import { refreshLook, withStoredLook } from '../../sw/stored-look.ts';

const logo = { hash: 'ab'.repeat(32), width: 264, height: 132 };
const newer = { ...logo, hash: 'cd'.repeat(32) };
const image = () => new Response('logo', { headers: { 'Content-Type': 'image/webp' } });

let answers: Record<string, () => Response>;

beforeEach(() => {
  answers = {};
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A worker's store, of which only what it does with the settings matters here. */
function openStore() {
  const store = withStoredLook({ saveAnswer: async () => {} } as unknown as CatalogueStore);
  const key = keyOf({ name: 'shopSettings', params: {}, query: {} });
  return (texts: Brand & { readonly look?: Record<string, string> }) =>
    store.saveAnswer({ key, answer: { texts } } as never);
}

async function stored(): Promise<string[]> {
  const requests = await (await caches.open(cacheNames.look)).keys();
  return requests.map(({ url }) => new URL(url).pathname);
}

test('the logo is stored with the colours, and an earlier one is deleted', async () => {
  const save = openStore();
  for (const { hash } of [logo, newer]) answers[logoPath(hash, 'webp')] = image;

  await save({ logo, look: { ink: '#112233' } });
  expect(await stored()).toEqual([lookPath, logoPath(logo.hash, 'webp')]);

  await save({ logo: newer });
  expect(await stored()).toEqual([lookPath, logoPath(newer.hash, 'webp')]);

  await save({});
  expect(await stored()).toEqual([lookPath]);
});

test('a new worker stores the logo of the shop’s stylesheet', async () => {
  answers[lookPath] = () =>
    new Response(lookCss({}, { logo }), { headers: { 'Content-Type': 'text/css' } });
  answers[logoPath(logo.hash, 'webp')] = image;

  await refreshLook();

  expect(await stored()).toEqual([lookPath, logoPath(logo.hash, 'webp')]);
});

test('a captive portal’s page is no logo, and the colours are stored all the same', async () => {
  const portal = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
  answers[logoPath(logo.hash, 'webp')] = portal;

  await openStore()({ logo, look: { ink: '#112233' } });

  expect(await stored()).toEqual([lookPath]);
});

test('a logo that couldn’t be loaded comes with the next settings', async () => {
  const save = openStore();
  await save({ logo });
  expect(await stored()).toEqual([lookPath]);

  answers[logoPath(logo.hash, 'webp')] = image;
  await save({ logo });
  expect(await stored()).toEqual([lookPath, logoPath(logo.hash, 'webp')]);
});
