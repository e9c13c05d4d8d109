import { expect, test } from 'vitest';
import { argonPasswords } from '#server/platform/sign-in/passwords.ts';

const passwords = argonPasswords();

test('recognizes a password and no other', async () => {
  const stored = await passwords.hash('cotton and thread');

  expect(await passwords.matches('cotton and thread', stored)).toBe(true);
  expect(await passwords.matches('cotton and threads', stored)).toBe(false);
});

test('hashes at OWASP strength or above with its own salt', async () => {
  const [first, second] = await Promise.all([passwords.hash('same'), passwords.hash('same')]);
  const [, memory, passes] = /m=(\d+),t=(\d+),/.exec(first ?? '') ?? [];

  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  expect(first).not.toBe(second);
});

test('reads a hash that another program wrote', async () => {
  // The reference vector of argon2id's PHC form: m=256, t=2, p=1, "password", "somesalt".
  const stored =
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

  expect(await passwords.matches('password', stored)).toBe(true);
});

test('accepts the same password in another Unicode form', async () => {
  const stored = await passwords.hash('caf\u00e9 tea');

  expect(await passwords.matches('cafe\u0301 tea', stored)).toBe(true);
});

test.each([null, 'unusable', '', '$argon2id$v=19$m=1,t=1,p=1$$'])(
  'no password matches a stored %j',
  async (stored) => {
    expect(await passwords.matches('', stored)).toBe(false);
    expect(await passwords.matches('password', stored)).toBe(false);
  },
);
