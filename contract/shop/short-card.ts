import { BitReader, bitsOf, bytesOf, hexBits, takeHex } from '../wire/bits.ts';
import { takeText, textBits } from '../wire/short-text.ts';
import { dayNumber, numberedDay } from './day-number.ts';
import {
  type DesignFacts,
  isYearly,
  type LicenceFacts,
  type YearlyFacts,
} from './licence-facts.ts';

/**
 * The short form of a licence card, for a QR code that small copies can be read from. It has the same facts and the same
 * signature, which is of the facts' JSON. What is written here is in print: a change is another form.
 */

/** The forms' numbers. No other form of a card begins with the same bits, nor with those of a `{`. */
const form = 1;
/** Has a company beside the licensee. */
const companyForm = 2;
/** Of a yearly licence: its days instead of a design. */
const yearlyForm = 3;
const formBits = 4;

const signatureBytes = 64;
const kinds = ['FABRIC_SHOP', 'SMALL_BUSINESS'] as const;
/** Exclusive licences have the numbers after those of the kinds. */
const kindBits = 2;
const goodsBits = 20;
const dayBits = 16;
const countBits = 7;

/** An order's number, as the shop makes it. */
const usualOrder = /^PW-[2-9A-HJ-NP-Z]{6}$/;
const orderStart = 'PW-';
const orderLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const orderLength = 6;
const letterBits = 5;

/** @throws RangeError if a fact is one that the form has no place for */
export function writeShort(facts: LicenceFacts, signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = isYearly(facts) ? yearlyParts(facts) : designParts(facts);
  return bytesOf([...parts, ...Array.from(signature, (byte) => bitsOf(byte, 8))].join(''));
}

/** What all forms begin with. */
function startParts(facts: LicenceFacts, isExclusive = false): readonly string[] {
  return [
    hexBits(facts.id),
    hexBits(facts.key),
    bitsOf(kinds.indexOf(facts.kind) + (isExclusive ? kinds.length : 0), kindBits),
    orderBits(facts.order),
    bitsOf(dayNumber(facts.on), dayBits),
  ];
}

function designParts(facts: DesignFacts): readonly string[] {
  return [
    bitsOf(facts.company === undefined ? form : companyForm, formBits),
    ...startParts(facts, facts.exclusive),
    bitsOf(facts.goods, goodsBits),
    versionBits(facts.text),
    textBits(facts.design),
    textBits(facts.to),
    facts.company === undefined ? '' : textBits(facts.company),
  ];
}

/** An empty company is none. */
function yearlyParts(facts: YearlyFacts): readonly string[] {
  return [
    bitsOf(yearlyForm, formBits),
    ...startParts(facts),
    versionBits(facts.text),
    bitsOf(dayNumber(facts.from), dayBits),
    bitsOf(dayNumber(facts.until), dayBits),
    textBits(facts.to),
    textBits(facts.company ?? ''),
  ];
}

/** @throws RangeError or TypeError if `writeShort` can't have written the bytes */
export function readShort(bytes: Uint8Array): {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly signature: Uint8Array<ArrayBuffer>;
} {
  const bits = new BitReader(bytes);
  const read = bits.take(formBits);
  if (read !== form && read !== companyForm && read !== yearlyForm) {
    throw new RangeError('none of these forms');
  }
  const [id, key, kind] = [takeHex(bits, 24), takeHex(bits, 8), bits.take(kindBits)];
  const start = {
    ...{ v: 1, id, key },
    kind: kinds[kind % kinds.length],
    order: takeOrder(bits),
    on: numberedDay(bits.take(dayBits)),
  };
  const facts =
    read === yearlyForm
      ? {
          ...start,
          text: takeVersion(bits),
          from: numberedDay(bits.take(dayBits)),
          until: numberedDay(bits.take(dayBits)),
          to: takeText(bits),
          company: takeText(bits) || undefined,
        }
      : {
          ...start,
          exclusive: kind < kinds.length ? undefined : true,
          goods: bits.take(goodsBits),
          text: takeVersion(bits),
          design: takeText(bits),
          to: takeText(bits),
          company: read === companyForm ? takeText(bits) : undefined,
        };
  return { facts, signature: Uint8Array.from({ length: signatureBytes }, () => bits.take(8)) };
}

function orderBits(order: string): string {
  if (!usualOrder.test(order)) return `1${textBits(order)}`;
  const letters = Array.from(order.slice(orderStart.length));
  return `0${letters.map((letter) => bitsOf(orderLetters.indexOf(letter), letterBits)).join('')}`;
}

function takeOrder(bits: BitReader): string {
  if (bits.take(1) === 1) return takeText(bits);
  const letters = Array.from({ length: orderLength }, () =>
    orderLetters.charAt(bits.take(letterBits)),
  );
  return orderStart + letters.join('');
}

/** Most versions of texts are the day of their publishing, and those after the first of a day have their number. */
function versionBits(version: string): string {
  const day = version.slice(0, 'yyyy-mm-dd'.length);
  const count = version === day ? 0 : Number(version.slice(day.length + 1));
  try {
    const bits = bitsOf(dayNumber(day), dayBits) + bitsOf(count, countBits);
    if (takeDayVersion(new BitReader(bytesOf(bits))) === version) return `0${bits}`;
  } catch {
    // Another name.
  }
  return `1${textBits(version)}`;
}

function takeVersion(bits: BitReader): string {
  return bits.take(1) === 1 ? takeText(bits) : takeDayVersion(bits);
}

function takeDayVersion(bits: BitReader): string {
  const day = numberedDay(bits.take(dayBits));
  const count = bits.take(countBits);
  return count === 0 ? day : `${day}-${count}`;
}
