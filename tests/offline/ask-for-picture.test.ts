import { afterEach, expect, test, vi } from 'vitest';
import { throughShopHeader } from '#contract/shop/paths.ts';
import { askForPicture, shownFromElsewhere } from '../../sw/ask-for-picture.ts';

const path = '/images/ab/640.avif';
const pictureHeaders = { 'Content-Type': 'image/avif' };
const picture = (from: string) => new Response(from, { headers: pictureHeaders });
const typed = (type: ResponseType) =>
  Object.defineProperty(new Response(), 'type', { value: type });

/** What can answer a picture; without it, requests to it fail. */
interface Network {
  /** Whether the shop sends pictures itself or, unless asked to, redirects to the other site. */
  readonly shop?: 'itself' | 'elsewhere';
  /** The other site: whether it lets the worker read its answers, and which it gives. */
  readonly site?: 'readable' | 'unreadable' | 'silent' | 'lacking' | 'a page';
}

/** Answers as browsers do, and records who was asked. */
function connect({ shop, site }: Network): string[] {
  const asked: string[] = [];
  const fail = () => {
    throw new TypeError('Failed to fetch');
  };
  const askSite = (mode: RequestMode | undefined) => {
    asked.push(mode === 'no-cors' ? 'site, as a page' : 'site');
    if (!site) return fail();
    if (mode === 'no-cors') return typed('opaque');
    if (site === 'silent') return new Promise<Response>(() => {});
    if (site === 'lacking') return new Response('', { status: 404, headers: pictureHeaders });
    if (site === 'a page') return new Response('<!doctype html>');
    return site === 'readable'
      ? Object.defineProperty(picture('site'), 'redirected', { value: true })
      : fail();
  };
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    const { redirect, mode, headers, cache } = init;
    const isForShop = new Headers(headers).has(throughShopHeader);
    // The browser may have stored a redirect that doesn't depend on the header.
    if (isForShop && cache !== 'no-store') return fail();
    // The browser has stored the redirect, so only the other site is asked.
    if (!isForShop && redirect !== 'manual') return askSite(mode);
    asked.push(isForShop ? 'shop itself' : 'shop');
    if (!shop) return fail();
    return isForShop || shop === 'itself' ? picture('shop') : typed('opaqueredirect');
  });
  return asked;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a picture of the shop is asked for once', async () => {
  const asked = connect({ shop: 'itself' });

  expect(await (await askForPicture(path)).text()).toBe('shop');
  expect(asked).toEqual(['shop']);
});

test('a shop that does not answer is asked once', async () => {
  const asked = connect({});

  await expect(askForPicture(path)).rejects.toThrow('Failed to fetch');
  expect(asked).toEqual(['shop']);
});

test('a picture elsewhere is read there, and can be stored for a tab of its own', async () => {
  const asked = connect({ shop: 'elsewhere', site: 'readable' });

  const answer = await askForPicture(path);

  expect(answer).toMatchObject({ status: 200, redirected: false });
  expect(answer.headers.get('content-type')).toBe('image/avif');
  expect(await answer.text()).toBe('site');
  expect(asked).toEqual(['shop', 'site']);
});

test.each<[string, Network]>([
  ['that may not be read', { shop: 'elsewhere', site: 'unreadable' }],
  ['that can’t be reached', { shop: 'elsewhere' }],
  ['that does not answer', { shop: 'elsewhere', site: 'silent' }],
  ['that has no such picture', { shop: 'elsewhere', site: 'lacking' }],
  ['that answers with a page', { shop: 'elsewhere', site: 'a page' }],
])('a picture on a site %s comes through the shop', async (_, network) => {
  vi.useFakeTimers();
  const asked = connect(network);

  const answer = askForPicture(path);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(await (await answer).text()).toBe('shop');
  expect(asked).toEqual(['shop', 'site', 'shop itself']);
});

test('a page shows a picture that nobody can read while the shop does not answer', async () => {
  const asked = connect({ site: 'unreadable' });

  expect((await shownFromElsewhere(path)).type).toBe('opaque');
  expect(asked).toEqual(['site', 'shop itself', 'site, as a page']);
});
