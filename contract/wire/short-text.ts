import { type BitReader, bitsOf } from './bits.ts';

/**
 * Codes a text of up to 127 characters in few bits. The commonest characters of titles and names take 4, others up to 9,
 * and a letter of another script 12 as long as its neighbours are of the same script.
 */

/** In place of a character: one of the 128 around the last that came by its number, and any by its number. */
const near = '\u0001';
const far = '\u0002';
const nearBits = 7;
const farBits = 21;

/** A character's code is its group's and its place there. Never changed, because printed codes have to be read for ever. */
const groups = [
  { code: '0', bits: 3, characters: ' eanoitr' },
  { code: '10', bits: 3, characters: `lsmhdug${near}` },
  { code: '110', bits: 4, characters: 'cpykwbfvSCTBMP,-' },
  {
    code: '111',
    bits: 6,
    characters: `xjqzADEFGHIJKLNOQRUVWXYZ0123456789'’"&.()/\\+!?:#–…áàäçéèêíñóöüß${far}`,
  },
] as const;

const lengthBits = 7;

/** The text's bits, or those of its UTF-8 if they are fewer. @throws RangeError if it is too long */
export function textBits(text: string): string {
  const characters = [...text];
  const coded = codesOf(characters);
  const utf8 = Array.from(new TextEncoder().encode(text), (byte) => bitsOf(byte, 8));
  return coded.length < utf8.length * 8
    ? `1${bitsOf(characters.length, lengthBits)}${coded}`
    : `0${bitsOf(utf8.length, lengthBits)}${utf8.join('')}`;
}

/** @throws RangeError or TypeError if `textBits` can't have written the bits */
export function takeText(bits: BitReader): string {
  const isCoded = bits.take(1) === 1;
  const length = bits.take(lengthBits);
  if (!isCoded) {
    const utf8 = Uint8Array.from({ length }, () => bits.take(8));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(utf8);
  }
  let text = '';
  let block = 0;
  for (let place = 0; place < length; place += 1) {
    const character = takeCharacter(bits);
    if (character !== near && character !== far) {
      text += character;
      continue;
    }
    const point =
      character === far ? bits.take(farBits) : block * 2 ** nearBits + bits.take(nearBits);
    block = blockOf(point);
    text += String.fromCodePoint(point);
  }
  return text;
}

function codesOf(characters: readonly string[]): string {
  let bits = '';
  let block = 0;
  for (const character of characters) {
    const common = character === near || character === far ? '' : codeOf(character);
    if (common !== '') {
      bits += common;
      continue;
    }
    const point = character.codePointAt(0) ?? 0;
    bits +=
      blockOf(point) === block
        ? codeOf(near) + bitsOf(point % 2 ** nearBits, nearBits)
        : codeOf(far) + bitsOf(point, farBits);
    block = blockOf(point);
  }
  return bits;
}

function blockOf(point: number): number {
  return Math.floor(point / 2 ** nearBits);
}

/** Empty if the character is in no group. */
function codeOf(character: string): string {
  for (const { code, bits, characters } of groups) {
    const place = characters.indexOf(character);
    if (place !== -1) return code + bitsOf(place, bits);
  }
  return '';
}

function takeCharacter(bits: BitReader): string {
  let code = '';
  for (;;) {
    code += bits.take(1);
    const group = groups.find((each) => each.code === code);
    if (group) return group.characters.charAt(bits.take(group.bits));
  }
}
