import { limits } from '#contract/wire/limits.ts';

/** What each box of a one-time code holds: one digit, or nothing yet. */
export type CodeDigits = readonly string[];

/** The boxes after a change, and the one that is next. */
export interface CodeChange {
  readonly digits: CodeDigits;
  readonly focus: number;
}

export const noDigits: CodeDigits = Array.from({ length: limits.otpDigits }, () => '');

export function isComplete(digits: CodeDigits): boolean {
  return digits.every((digit) => digit !== '');
}

/** As it is sent (Q15): the boxes joined, as a number; 0042 is 42. */
export function codeNumber(digits: CodeDigits): number {
  return Number(digits.join(''));
}

/**
 * A box's text has become `text`: typed, filled in by the device, or empty. A whole code fills all
 * boxes wherever it arrives; what is no digit is left out.
 */
export function enterText(digits: CodeDigits, index: number, text: string): CodeChange {
  if (text === '') return { digits: digits.with(index, ''), focus: index };
  const last = digits.length - 1;
  const whole = text.replace(/\D/g, '');
  if (whole.length >= digits.length) {
    return { digits: [...whole.slice(0, digits.length)], focus: last };
  }
  // A digit typed beside the one that a box holds takes its place.
  const fresh = text.length > 1 ? text.replace(digits[index] ?? '', '') : text;
  const given = [...fresh.replace(/\D/g, '')].slice(0, digits.length - index);
  return {
    digits: digits.map((digit, at) => given[at - index] ?? digit),
    focus: Math.min(index + given.length, last),
  };
}

/** Backspace: empties the box, or the one before where it is empty already. */
export function eraseDigit(digits: CodeDigits, index: number): CodeChange {
  const focus = digits[index] === '' ? Math.max(0, index - 1) : index;
  return { digits: digits.with(focus, ''), focus };
}
