import { beforeEach, expect, test, vi } from 'vitest';
import { shareLink } from '#ui/share-link.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('#ui/toast.ts', () => ({ toast }));
vi.stubGlobal('location', { origin: 'https://shop.example' });

const url = 'https://shop.example/product-details/1';
const share = vi.fn(async (_: ShareData) => {});
const writeText = vi.fn(async (_: string) => {});

beforeEach(() => {
  for (const mock of [share, writeText, toast.success, toast.error]) mock.mockReset();
  vi.stubGlobal('navigator', { share, clipboard: { writeText } });
});

test('a page is shared through the system', async () => {
  await shareLink('Dune', '/product-details/1');

  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Dune', url });
  expect(writeText).not.toHaveBeenCalled();
});

test('a share sheet that was closed does nothing', async () => {
  share.mockRejectedValue(new DOMException('closed', 'AbortError'));

  await shareLink('Dune', '/product-details/1');

  expect(writeText).not.toHaveBeenCalled();
  expect(toast.error).not.toHaveBeenCalled();
});

test.each([
  ['is none', () => vi.stubGlobal('navigator', { clipboard: { writeText } })],
  ['fails', () => share.mockRejectedValue(new DOMException('no', 'NotAllowedError'))],
])('the link is copied where the share sheet %s', async (_, prepare) => {
  prepare();

  await shareLink('Dune', '/product-details/1');

  expect(writeText).toHaveBeenCalledExactlyOnceWith(url);
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Link copied');
});

test('a link that can’t be copied either is said to be in the address bar', async () => {
  vi.stubGlobal('navigator', {});

  await shareLink('Dune', '/product-details/1');

  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    'The link couldn’t be copied. Copy it from the address bar.',
  );
});
