import { expect, test } from 'vitest';
import { daysLeft, daysLeftText } from '#contract/shop/yearly-licence.ts';
import { localDay } from '#ui/local-day.ts';

test.each([
  ['2027-06-12', '2026-11-26', '198 days left'],
  ['2027-03-01', '2027-02-28', '1 day left'],
  ['2027-06-12', '2027-06-12', 'ends today'],
  ['2027-06-12', '2027-06-13', 'ended'],
])('a licence that ends on %s says on %s: %s', (endsOn, today, text) => {
  expect(daysLeftText(daysLeft(endsOn, today))).toBe(text);
});

test('a day is counted by the calendar of the device', () => {
  expect(localDay(new Date(2027, 0, 2, 23, 59))).toBe('2027-01-02');
});
