import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from '#server/platform/files/byte-range.ts';

const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } });
const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };

test.each([
  ['bytes=0-0', part(0, 0)],
  ['bytes=0-', part(0, 999)],
  ['bytes=0-999', part(0, 999)],
  ['bytes=0-99999', part(0, 999)],
  ['bytes=999-', part(999, 999)],
  ['bytes=10-19', part(10, 19)],
  ['bytes=-1', part(999, 999)],
  ['bytes=-1000', part(0, 999)],
  ['bytes=-5000', part(0, 999)],
  ['BYTES=1-2', part(1, 2)],
  ['bytes= 1-2 ', part(1, 2)],
  ['bytes=0000-0001', part(0, 1)],
])('%j requests a part of 1,000 bytes', (header, answer) => {
  expect(readRange(header, 1000)).toEqual(answer);
});

test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=999999999999999-', 'bytes=-0'])(
  '%j is past the end',
  (header) => {
    expect(readRange(header, 1000)).toEqual(unsatisfiable);
  },
);

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=--1',
  'bytes=5-4',
  'bytes=a-b',
  'bytes=1-2-3',
  'bytes=1.5-2',
  'bytes=+1-2',
  'bytes=0x1-0x2',
  'bytes=1e2-',
  'bytes=-1-',
  'bytes=0-1,5-6',
  'bytes=0-,0-,0-,0-,0-,0-,0-,0-',
  'items=0-1',
  'bytes 0-1',
  'bytes=0-1\n',
  'bytes=99999999999999999999-',
  `bytes=${'0-0,'.repeat(500)}0-0`,
])('%j is not a range, so the whole file is sent', (header) => {
  expect(readRange(header, 1000)).toEqual(whole);
});

test('an empty file has no range', () => {
  expect(readRange('bytes=0-', 0)).toEqual(unsatisfiable);
  expect(readRange('bytes=-5', 0)).toEqual(unsatisfiable);
  expect(readRange(undefined, 0)).toEqual(whole);
});

test('a range is always inside the file', () => {
  const header = fc.oneof(
    fc.string().map((text) => `bytes=${text}`),
    fc.tuple(fc.nat(2000), fc.nat(2000)).map(([from, to]) => `bytes=${from}-${to}`),
    fc.nat(2000).map((length) => `bytes=-${length}`),
  );
  fc.assert(
    fc.property(header, fc.nat(1500), (text, size) => {
      const answer = readRange(text, size);
      if (answer.kind !== 'part') return;
      const { start, end } = answer.range;
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start).toBeLessThanOrEqual(end);
      expect(end).toBeLessThan(size);
    }),
  );
});
