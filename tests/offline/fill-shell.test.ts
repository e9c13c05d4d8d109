import { describe, expect, test, vi } from 'vitest';
import type { FirstRequest } from '#contract/first-requests.ts';
import { screenTags, shellMarks } from '#contract/shell.ts';
import { fillShell } from '../../sw/fill-shell.ts';

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

describe('the shell that the device fills in', () => {
  test('has the tags of its screen and what is kept of its first answers', async () => {
    const document = await fillShell(shell(), at('/shop/?sort=a-z'), carry);
    const html = await document.text();
    expect(html).toMatch(/^<head><i>shop<\/i><\/head>.*<p>\$& end<\/p>$/s);
    const block = /<script [^>]*id="page-data" data-source="device">(.*?)<\/script>/s.exec(html);
    const { calls } = JSON.parse(block?.[1] ?? '');
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

  test('runs its scripts while the device is still read', async () => {
    const html = '<script type="module" crossorigin src="/a.js"></script><!--data-->';
    const document = await fillShell(new Response(html), at('/shop'), carry);
    expect(await document.text()).toContain('<script type="module" async crossorigin src="/a.js">');
  });

  test('keeps the policy and loses what describes the kept file', async () => {
    const { headers } = await fillShell(shell(), at('/terms-conditions'), carry);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'self'",
    });
    expect(headers.has('content-encoding') || headers.has('etag')).toBe(false);
  });

  test('starts before the device has been read, and goes without what takes too long', async () => {
    vi.useFakeTimers();
    const slow = (first: FirstRequest) =>
      first.name === 'shopSettings' ? carry(first) : new Promise<null>(() => {});
    const { body } = await fillShell(shell(), at('/shop'), slow);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('<i>shop</i>');
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    const rest = (await reader?.read())?.value ?? '';
    expect(rest).toContain('shopSettings');
    expect(rest).not.toContain('productsFilter');
  });

  test('leads to the home page from an unknown address, as the server does', async () => {
    const { status, headers } = await fillShell(shell(), at('/nowhere'), carry);
    expect([status, headers.get('Location')]).toEqual([302, 'http://shop.test/']);
  });
});
