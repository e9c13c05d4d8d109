import { expect, test } from 'vitest';
import type { AmountUnit } from '#contract/studio/import-choices.ts';
import { amountsOf, type WrittenAmount } from '#server/designs/imports/amounts.ts';

const dollars = (...texts: readonly string[]): WrittenAmount[] =>
  texts.map((text) => ({ text, currency: 'USD' }));

const both = (text: string, formatted: string, currency = 'USD') => ({ text, formatted, currency });

test.each<[string, AmountUnit, readonly WrittenAmount[], AmountUnit, string | null]>([
  ['small numbers of Gumroad', 'cents', dollars('0', '6', '12'), 'units', '6'],
  ['large numbers of Gumroad', 'cents', dollars('600', '0', '450'), 'cents', '600'],
  ['one small number among large ones', 'cents', dollars('600', '6'), 'units', '600'],
  ['small numbers beside decimals', 'cents', dollars('6', '4.50'), 'units', null],
  ['large numbers beside decimals', 'cents', dollars('700', '7.00'), 'cents', '700'],
  ['cents that are there in dollars too', 'cents', [both('450', '$4.50')], 'cents', null],
  ['dollars that are there with a sign', 'cents', [both('6', '$6')], 'units', null],
  ['a price that buyers may raise', 'cents', [both('500', '$5+')], 'cents', null],
  ['euros', 'cents', [both('900', '€9', 'EUR')], 'cents', null],
  ['yen', 'cents', [both('800', '¥800', 'JPY')], 'cents', null],
  ['free designs only', 'cents', dollars('0', ''), 'cents', null],
  ['decimals of another shop', 'units', dollars('450', '4.50'), 'units', null],
  ['small numbers of another shop', 'units', dollars('450', '6'), 'units', null],
  ['large numbers of another shop', 'units', dollars('450', '600'), 'units', '450'],
  ['decimals with a comma', 'units', [{ text: '4,50', currency: 'EUR' }], 'units', null],
  ['what isn’t a price', 'units', dollars('free', '1200'), 'units', '1200'],
])('reads %s', async (_, usual, amounts, unit, example) => {
  async function* all() {
    yield* amounts;
  }
  expect(await amountsOf(all(), usual)).toEqual({ unit, example });
});
