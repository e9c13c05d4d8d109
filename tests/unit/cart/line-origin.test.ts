import { expect, test } from 'vitest';
import { originText } from '#features/cart/line-origin.ts';

const phone = { userAgent: 'Mozilla/5.0 (Linux; Android 16) Mobile', maxTouchPoints: 5 };
const tablet = { userAgent: 'Mozilla/5.0 (Macintosh; Mac OS X) Safari', maxTouchPoints: 5 };
const laptop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox', maxTouchPoints: 0 };
// A Tuesday, in whatever zone the device is.
const at = new Date(2026, 5, 2, 9, 12);
const now = at.getTime() + 86_400_000;
const here = { isThis: true, at: at.toISOString(), isOffline: false } as const;

test('says when a line was added on this device, and if it was offline', () => {
  expect(originText(here, false, now, phone)).toBe('Added on this phone, Tue 09:12');
  expect(originText({ ...here, isOffline: true }, false, now, phone)).toBe(
    'Added on this phone, offline, Tue 09:12',
  );
  expect(originText(here, false, now, tablet)).toBe('Added on this tablet, Tue 09:12');
  expect(originText(here, false, now, laptop)).toBe('Added on this computer, Tue 09:12');
});

test('gives the date of a line that is older or from a clock that was ahead', () => {
  const week = 7 * 86_400_000;
  for (const then of [now + week, now - week]) {
    expect(originText(here, false, then, phone)).toBe('Added on this phone, Jun 2, 2026');
  }
});

test('names another device', () => {
  expect(originText({ isThis: false, name: 'Laptop' }, false, now, phone)).toBe('From Laptop');
});

test('says nothing if nobody knows, and the same of every line of a visitor', () => {
  expect(originText(undefined, false, now, phone)).toBeNull();
  expect(originText(undefined, true, now, phone)).toBe('Added on this device');
  expect(originText(here, true, now, phone)).toBe('Added on this device');
});
