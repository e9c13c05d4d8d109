import { expect, test } from 'vitest';
import { runAt } from '#server/licences/years.ts';

const [first, second, third] = [2026, 2027, 2028].map((year) => ({
  startsOn: `${year}-03-01`,
  endsOn: `${year + 1}-02-28`,
}));
if (!first || !second || !third) throw new Error('no years');
const third2 = { ...third, startsOn: '2028-02-29' };
const agreed = { startsOn: null, endsOn: '2026-02-28' };

test.each([
  ['none', [], '2026-06-01', null],
  ['one', [first], '2026-06-01', first],
  ['one that is ahead', [second], '2026-06-01', second],
  ['one that is over', [first], '2029-01-01', first],
  [
    'two without a day between',
    [second, first],
    '2026-06-01',
    { ...second, startsOn: first.startsOn },
  ],
  ['one recorded by hand before', [first, agreed], '2026-06-01', { ...first, startsOn: null }],
  [
    'two that share days',
    [first, { ...second, startsOn: '2027-02-01' }],
    '2026-06-01',
    { ...second, startsOn: first.startsOn },
  ],
  [
    'a short one within another',
    [first, { startsOn: '2026-05-01', endsOn: '2026-06-01' }],
    '2026-07-01',
    first,
  ],
  ['the first of two with a year between', [third2, first], '2027-02-28', first],
  ['the second of them from the day after', [first, third2], '2027-03-01', third2],
  ['the second of them once all is over', [first, third2], '2031-01-01', third2],
])('of spans, those that count on a day: %s', (_, spans, today, run) => {
  expect(runAt(spans, today)).toEqual(run);
});
