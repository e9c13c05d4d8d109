import { expect, test } from 'vitest';
import { isShellOf } from '../../sw/shell-files.ts';

const files = ['/assets/shop-1.js', '/assets/style-1.css'];
const isOwn = (html: string) => isShellOf((path) => files.includes(path), new Response(html));

test.each([
  [true, 'with its own code', '<script src="/assets/shop-1.js"></script>'],
  [
    true,
    'with its own code and style, and a link elsewhere',
    '<link href="/assets/style-1.css"><script src="/assets/shop-1.js"></script><a href="/shop">',
  ],
  [
    false,
    'with code of another version',
    '<link href="/assets/style-1.css"><script src="/assets/shop-2.js"></script>',
  ],
  [false, 'with a style of another version', '<link href="/assets/style-2.css">'],
  [false, 'of a captive portal', '<form action="/sign-in"></form>'],
])('says %s of a page %s', async (expected, _, html) => {
  expect(await isOwn(html)).toBe(expected);
});
