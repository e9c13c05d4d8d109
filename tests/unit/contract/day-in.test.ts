import { expect, test } from 'vitest';
import { dayIn, isTimeZone, utcDay } from '#contract/wire/day-in.ts';

test.each([
  ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01'],
  ['Pacific/Pago_Pago', '2027-01-01T10:59:59.999Z', '2026-12-31'],
  ['Asia/Kathmandu', '2026-02-28T18:15:00.000Z', '2026-03-01'],
  // Clocks change during these days.
  ['Europe/Berlin', '2026-03-29T21:59:00.000Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['America/Los_Angeles', '2026-11-02T07:59:00.000Z', '2026-11-01'],
  ['America/Los_Angeles', '2026-11-02T08:00:00.000Z', '2026-11-02'],
  ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01'],
])('tells the day in %s at %s', (timeZone, at, day) => {
  expect(dayIn(timeZone, at)).toBe(day);
  expect(dayIn(timeZone, new Date(at))).toBe(day);
});

test('tells the day of this process without a zone', () => {
  expect(dayIn(undefined, new Date(2027, 0, 2, 23, 59))).toBe('2027-01-02');
});

test('tells the day in UTC', () => {
  expect(utcDay('2026-03-01T23:59:59.999Z')).toBe('2026-03-01');
});

test('knows the names of time zones', () => {
  expect(isTimeZone('America/Havana')).toBe(true);
  expect(isTimeZone('')).toBe(false);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
