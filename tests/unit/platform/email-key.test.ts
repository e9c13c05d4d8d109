import { expect, test } from 'vitest';
import { emailKey } from '#server/platform/sign-in/email-key.ts';

test.each([['Ada@Shop.example'], ['  ada@shop.EXAMPLE\t'], ['ａｄａ@shop.example']])(
  '%j equals ada@shop.example',
  (written) => {
    expect(emailKey(written)).toBe('ada@shop.example');
  },
);

test('is its own key', () => {
  const key = emailKey(' ÅDA+Shop@Example.COM ');

  expect(emailKey(key)).toBe(key);
});
