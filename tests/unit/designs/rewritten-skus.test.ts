import { expect, test } from 'vitest';
import { rewrittenSkus } from '#server/designs/imports/rewritten-skus.ts';

test.each([
  ['numbers that lost their zeroes', ['10234', '20311', '90001', '45555', '123'], ['123']],
  ['forms of a spreadsheet', ['S-1', '8-May', '1.2E+15', '#NAME?'], ['8-May', '1.2E+15', '#NAME?']],
  ['no numbers beside one with zeroes', ['10234', '20311', '90001', '00123', '123'], []],
  ['no numbers of all lengths', ['1', '12', '123', '1234', '12345'], []],
  ['no small numbers', ['101', '102', '103', '104', '9'], []],
  ['no numbers of a few', ['10234', '123'], []],
  ['no names', ['FOX-1', 'FOX-12', 'fox', '5/8'], []],
  ['nothing of none', [], []],
])('finds %s', (_, skus, rewritten) => {
  expect([...rewrittenSkus(skus)].toSorted()).toEqual(rewritten.toSorted());
});
