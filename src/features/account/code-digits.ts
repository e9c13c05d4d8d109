import { limits } from '#contract/wire/limits.ts';

/** What each box of a one-time code holds: one digit, or nothing yet. */
export type CodeDigits = readonly string[];

/** The boxes after a change, and the index of the box to focus next. */
export interface CodeChange {
  readonly digits: CodeDigits;
  readonly focus: number;
}

export const noDigits: CodeDigits = Array.from({ length: limits.otpDigits }, () => '');

export function isComplete(digits: CodeDigits): boolean {
  return digits.every((digit) => digit !== '');
}

/** The code as it is sent (Q15): the digits joined and read as a number; 0042 is sent as 42. */
export function codeNumber(digits: CodeDigits): number {
  return Number(digits.join(''));
}

/**
 * Applies a box's new `text`: typed, autofilled or empty. A whole code fills all boxes, whichever box
 * receives it; characters that aren't digits are dropped.
 */
export function enterText(digits: CodeDigits, index: number, text: string): CodeChange {
  if (text === '') return { digits: digits.with(index, ''), focus: index };
  const last = digits.length - 1;
  const whole = text.replace(/\D/g, '');
  if (whole.length >= digits.length) {
    return { digits: [...whole.slice(0, digits.length)], focus: last };
  }
  // A digit typed next to the existing one replaces it.
  const fresh = text.length > 1 ? text.replace(digits[index] ?? '', '') : text;
  const given = [...fresh.replace(/\D/g, '')].slice(0, digits.length - index);
  return {
    digits: digits.map((digit, at) => given[at - index] ?? digit),
    focus: Math.min(index + given.length, last),
  };
}

/** Backspace: empties the box, or the one before it if this one is already empty. */
export function eraseDigit(digits: CodeDigits, index: number): CodeChange {
  const focus = digits[index] === '' ? Math.max(0, index - 1) : index;
  return { digits: digits.with(focus, ''), focus };
}
