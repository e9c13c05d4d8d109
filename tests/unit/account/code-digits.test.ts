import { describe, expect, it } from 'vitest';
import {
  codeNumber,
  enterText,
  eraseDigit,
  isComplete,
  noDigits,
} from '#features/account/code-digits.ts';

const held = (text: string) => [...text].map((digit) => (digit === '_' ? '' : digit));

describe('the boxes of a one-time code', () => {
  it('take a digit and move on to the next, staying at the last (M04)', () => {
    expect(enterText(noDigits, 0, '7')).toEqual({ digits: held('7___'), focus: 1 });
    expect(enterText(held('123_'), 3, '4')).toEqual({ digits: held('1234'), focus: 3 });
  });

  it('hold one digit each: a digit typed next to it replaces it (Q15)', () => {
    expect(enterText(held('12__'), 1, '25')).toEqual({ digits: held('15__'), focus: 2 });
    expect(enterText(held('12__'), 1, '52')).toEqual({ digits: held('15__'), focus: 2 });
    expect(enterText(held('12__'), 1, '22')).toEqual({ digits: held('12__'), focus: 2 });
  });

  it('ignore what is not a digit', () => {
    expect(enterText(noDigits, 0, 'x')).toEqual({ digits: noDigits, focus: 0 });
    expect(enterText(held('3___'), 0, '3x')).toEqual({ digits: held('3___'), focus: 0 });
  });

  it('accept a whole code in any box', () => {
    const whole = { digits: held('0427'), focus: 3 };
    expect(enterText(noDigits, 0, '0427')).toEqual(whole);
    expect(enterText(held('04__'), 2, ' 04-27 ')).toEqual(whole);
  });

  it('fill up with part of a code from the box it arrives in', () => {
    expect(enterText(held('1___'), 2, '89')).toEqual({ digits: held('1_89'), focus: 3 });
    expect(enterText(held('1___'), 3, '89')).toEqual({ digits: held('1__8'), focus: 3 });
  });

  it('are emptied by Backspace, which goes to the previous box if already empty', () => {
    expect(eraseDigit(held('12__'), 1)).toEqual({ digits: held('1___'), focus: 1 });
    expect(eraseDigit(held('12__'), 2)).toEqual({ digits: held('1___'), focus: 1 });
    expect(eraseDigit(noDigits, 0)).toEqual({ digits: noDigits, focus: 0 });
  });

  it('are complete with a digit in each, and form one number (Q15)', () => {
    expect(isComplete(held('004_'))).toBe(false);
    expect(isComplete(held('0042'))).toBe(true);
    expect(codeNumber(held('0042'))).toBe(42);
  });
});
