import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cardIn } from '#contract/shop/licence-card.ts';
import { packRevoked, revokedOn } from '#contract/shop/licence-register.ts';
import { fromBase64url, toBase64url } from '#contract/wire/base64url.ts';
import { utcDay } from '#contract/wire/day-in.ts';

const hashOf = (id: string) => createHash('sha256').update(id).digest();

test('finds each of many revoked licences with its day, and no other', () => {
  const revoked = Array.from({ length: 200 }, (_, place) => ({
    hash: hashOf(`revoked ${place}`),
    on: utcDay(new Date(Date.UTC(2026, 0, 1 + place))),
  }));

  const packed = packRevoked(revoked);

  for (const { hash, on } of revoked) {
    expect(revokedOn(packed, hash)).toBe(on);
  }
  for (let place = 0; place < 200; place += 1) {
    expect(revokedOn(packed, hashOf(`valid ${place}`))).toBeNull();
  }
  expect(packRevoked(revoked.toReversed())).toBe(packed);
  expect(fromBase64url(packed)).toHaveLength(1600);
});

test('an empty list revokes nothing', () => {
  expect(revokedOn(packRevoked([]), hashOf('a'))).toBeNull();
});

test('reads only the base64url that it writes', () => {
  const bytes = Uint8Array.from([0, 250, 255, 62]);
  expect(toBase64url(bytes)).toBe('APr_Pg');
  expect(fromBase64url('APr_Pg')).toEqual(bytes);
  for (const text of ['APr_Ph', 'APr/Pg', 'APr_Pg==', 'A', 'A r_Pg']) {
    expect(fromBase64url(text), text).toBeNull();
  }
});

test('finds a card in a link, in a code and in a broken line', () => {
  for (const pasted of ['abc_-1', ' abc_\n-1 ', 'https://shop.example/licence#v=abc_-1\n']) {
    expect(cardIn(pasted)).toBe('abc_-1');
  }
});
