import { describe, expect, test, vi } from 'vitest';
import type { FirstRequest } from '#contract/shop/first-requests.ts';
import { screenTags, shellMarks } from '#contract/shop/shell.ts';
import { deviceData, fillShell } from '../../sw/fill-shell.ts';

const shell = () =>
  new Response(
    `<head>${screenTags('shop', '<i>shop</i>')}${screenTags('terms', '<i>terms</i>')}</head>${shellMarks.data}<p>$& end</p>`,
    {
      headers: {
        'Content-Security-Policy': "default-src 'self'",
        'Content-Encoding': 'br',
        ETag: '"kept"',
      },
    },
  );
const at = (path: string) => new URL(path, 'http://shop.test');
const savedAt = '2026-03-01T10:00:00.000Z';
const carry = async (first: FirstRequest) => ({
  first,
  json: JSON.stringify({ said: `${first.name} </script><b>` }),
  savedAt,
});

describe('the shell as a document', () => {
  test("has the tags of its screen, and requests the device's data before its scripts run", async () => {
    const document = await fillShell(shell(), at('/shop/?sort=a-z'));
    const html = await document.text();
    expect(html).toMatch(/^<head><i>shop<\/i><\/head>.*<p>\$& end<\/p>$/s);
    const preload = /<link rel="preload" as="fetch" id="page-data" href="\/device-data\?([^"]+)">/;
    const [, asked] = preload.exec(html) ?? [];
    expect(new URLSearchParams(asked).get('of')).toBe('/shop/?sort=a-z');
  });

  test('keeps the policy and drops the headers that describe the stored file', async () => {
    const { headers } = await fillShell(shell(), at('/terms-conditions'));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'self'",
    });
    expect(headers.has('content-encoding') || headers.has('etag')).toBe(false);
  });

  test('leads to the home page from an unknown URL, as the server does', async () => {
    const { status, headers } = await fillShell(shell(), at('/nowhere'));
    expect([status, headers.get('Location')]).toEqual([302, 'http://shop.test/']);
  });
});

describe('the data stored for a screen', () => {
  test('consists of its stored first answers, under the requests that the page makes', async () => {
    const { calls } = await (await deviceData(at('/shop/?sort=a-z'), carry)).json();
    expect(calls.map(({ name }: FirstRequest) => name)).toEqual([
      'shopSettings',
      'filterOptions',
      'productsFilter',
    ]);
    expect(calls[2]).toMatchObject({
      request: { query: { sort: 'a-z', page: '1' } },
      answer: { said: 'productsFilter </script><b>' },
      savedAt,
    });
  });

  test('is left out if it takes too long', async () => {
    vi.useFakeTimers();
    const slow = (first: FirstRequest) =>
      first.name === 'shopSettings' ? carry(first) : new Promise<null>(() => {});
    const answer = deviceData(at('/shop'), slow);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    const { calls } = await (await answer).json();
    expect(calls.map(({ name }: FirstRequest) => name)).toEqual(['shopSettings']);
  });

  test('is empty for a URL without a screen', async () => {
    expect(await (await deviceData(at('/nowhere'), carry)).json()).toEqual({ calls: [] });
  });
});
