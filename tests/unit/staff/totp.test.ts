import { expect, test } from 'vitest';
import {
  matchingStep,
  newTotpSecret,
  otpauthUri,
  secretForPeople,
  totpCode,
  totpStep,
} from '#server/staff/totp.ts';

/** RFC 6238, appendix B: the secret, and the last six digits of each eight-digit code. */
const secret = Buffer.from('12345678901234567890').toString('hex');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

function at(seconds: number): Date {
  return new Date(seconds * 1000);
}

test.each(vectors)('at second %i the code is %s', (seconds, code) => {
  expect(totpCode(secret, totpStep(at(seconds)))).toBe(code);
});

test.each([
  [-31, false],
  [-30, true],
  [0, true],
  [59, true],
  [60, false],
])('a code used %i seconds after its step began is valid: %j', (seconds, counts) => {
  const step = 40_000_000;
  const code = totpCode(secret, step);

  const found = matchingStep(secret, code, at(step * 30 + seconds));

  expect(found).toBe(counts ? step : null);
});

test.each(['', '0', '2870820', '287083', '28708x', '２８７０８２'])(
  '%j is not a current code',
  (code) => {
    expect(matchingStep(secret, code, at(59))).toBe(null);
  },
);

test('writes a secret in base32 (RFC 4648)', () => {
  expect(secretForPeople(Buffer.from('foobar').toString('hex'))).toBe('MZXW6YTBOI');
  expect(secretForPeople(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('contains studio and account for the authenticator', () => {
  const uri = new URL(otpauthUri(secret, 'Moss & Moon: the shop', 'ada+1@shop.example'));

  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Moss & Moon  the shop:ada+1@shop.example');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Moss & Moon  the shop',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('creates a different secret of 160 bits each time', () => {
  const made = newTotpSecret();

  expect(made).toMatch(/^[0-9a-f]{40}$/);
  expect(newTotpSecret()).not.toBe(made);
});
