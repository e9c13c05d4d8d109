import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { emailPattern, emailSchema } from '#contract/wire/fields.ts';

const schema = emailSchema('required', 'not an address');

/** The simplest definition of an e-mail address: a dot in the domain with at least one character before and two after it. */
function isAddress(text: string): boolean {
  const [local, domain, more] = text.split('@');
  if (!local || !domain || more !== undefined || /\s/.test(text)) return false;
  return [...domain].some((at, place) => at === '.' && place > 0 && domain.length - place > 2);
}

describe('an e-mail address', () => {
  test('matches the same texts as plain splitting', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '@', ' ', 'é', '-'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, (text) => {
        expect(emailPattern.test(text)).toBe(isAddress(text));
      }),
      { numRuns: 5000, examples: [['a@b.co'], ['a@b.c.'], ['a@.b.co'], ['a@.co'], ['a@b.c']] },
    );
  });

  test.each([...'<>"(),;:\\', '\u0000', '\u001b', '\u007f', '\u009b'])(
    'does not contain %j anywhere',
    (character) => {
      for (const text of [
        `a${character}a@b.example`,
        `a@b${character}b.example`,
        `a@b.ex${character}`,
      ]) {
        expect(emailPattern.test(text)).toBe(false);
      }
    },
  );

  test('may contain what real ones do', () => {
    for (const text of ["o'neil+shop@b-c.example", 'ünï_x%y!#$&*/=?^`{|}~@büro.example']) {
      expect(emailPattern.test(text)).toBe(true);
    }
  });

  // Backtracking through a megabyte of dots wouldn't end within any test timeout.
  test('is rejected in one pass over a text of any length', () => {
    const long = `a@${'.'.repeat(1_000_000)}@`;
    expect(v.safeParse(schema, long).issues?.map(({ message }) => message)).toContain(
      'not an address',
    );
  });
});
