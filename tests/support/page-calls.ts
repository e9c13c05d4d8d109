import type { Page } from '@playwright/test';
import { type CallAnswer, type CallName, callPath } from '#contract/shop/calls.ts';

type Parameters = Readonly<Record<string, string>>;

function isCall(name: CallName, params?: Parameters): (url: URL) => boolean {
  const path = callPath(name, params);
  return (url) => url.pathname === path;
}

/** Every request a page makes to a call from now on, by its query. */
export function watchCalls(page: Page, name: CallName, params?: Parameters): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  const matches = isCall(name, params);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (matches(url)) asked.push(url.searchParams);
  });
  return asked;
}

/** Holds a call's answers back until the returned function is called, like a slow network. */
export async function holdCall(
  page: Page,
  name: CallName,
  params?: Parameters,
): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isCall(name, params), async (route) => {
    await isReleased;
    await route.fallback();
  });
  return release;
}

/** Changes what a call returns. */
export async function changeAnswer<N extends CallName>(
  page: Page,
  name: N,
  change: (answer: CallAnswer<N>) => CallAnswer<N>,
  params?: Parameters,
): Promise<void> {
  await page.route(isCall(name, params), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as CallAnswer<N>) });
  });
}

/** Keeps a call from reaching the shop; the returned function restores it. */
export async function cutCall(
  page: Page,
  name: CallName,
  params?: Parameters,
): Promise<() => Promise<void>> {
  const matches = isCall(name, params);
  await page.route(matches, (route) => route.abort());
  return () => page.unroute(matches);
}

/** Fails a call on the server without a message. */
export async function failCall(page: Page, name: CallName): Promise<void> {
  await page.route(isCall(name), (route) => route.fulfill({ status: 500, body: '' }));
}

/** Rewrites the documents that the shop serves. */
export async function changeDocuments(page: Page, change: (html: string) => string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: change(await response.text()) });
  });
}
