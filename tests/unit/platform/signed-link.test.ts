import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeName } from '#server/platform/files/safe-name.ts';
import { claimOf, signedPath } from '#server/platform/files/signed-link.ts';

const key = randomBytes(32);
const claim = {
  accountId: 'a'.repeat(24),
  orderId: 'b'.repeat(24),
  itemId: 'c'.repeat(24),
  file: 2,
  expiresAt: 1_772_355_600_000,
};

test('a signed path returns its claim', () => {
  expect(claimOf(key, signedPath(key, claim, 'Été & more.png'))).toEqual(claim);
  const whole = { ...claim, file: null };
  expect(claimOf(key, signedPath(key, whole, 'kit.zip'))).toEqual(whole);
});

test.each([{ orderId: 'b'.repeat(24) }, { since: '2026-03-01' }])(
  'a signed path of a ZIP of %o returns its claim',
  (zip) => {
    const { accountId, expiresAt } = claim;
    const wanted = { accountId, zip, expiresAt };
    expect(claimOf(key, signedPath(key, wanted, 'Order.zip'))).toEqual(wanted);
  },
);

test.each([
  ['Latin', 'é'],
  ['Japanese', '花'],
  ['emoji', '🦊'],
])('the longest %s name verifies too', (_, letter) => {
  const name = safeName(`${letter.repeat(300)}.png`);
  expect(claimOf(key, signedPath(key, claim, name))).toEqual(claim);
});

test('changing any one character invalidates it', () => {
  const path = signedPath(key, claim, 'foxes.png');
  fc.assert(
    fc.property(fc.nat(path.length - 1), fc.constantFrom(...'aZ09_-./%'), (place, character) => {
      const changed = path.slice(0, place) + character + path.slice(place + 1);
      fc.pre(changed !== path);
      // The last of 43 base64url characters has two bits without meaning.
      fc.pre(path[place + 1] !== '/' || place < 100);
      expect(claimOf(key, changed)).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('another key does not verify it', () => {
  expect(claimOf(randomBytes(32), signedPath(key, claim, 'foxes.png'))).toBeNull();
});

test.each([
  '/files/',
  '/files/x/y',
  '/files/../../etc/passwd',
  `/files/${'a'.repeat(24)}/foxes.png`,
  '/files/%00/%00',
  `/files/${'.'.repeat(50)}.${'A'.repeat(43)}/x`,
  `/files/x.${'A'.repeat(43)}/%ff`,
])('%j is not a signed path', (path) => {
  expect(claimOf(key, path)).toBeNull();
});
