import { describe, expect, test } from 'vitest';
import { parseVisits, seen } from '#api/last-visit.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);

describe('the last visit', () => {
  test('is unset on the first visit', () => {
    expect(seen(null, noon)).toEqual({ seenAt: noon, lastAt: null });
  });

  test('does not change until the buyer was away for half an hour', () => {
    const first = { seenAt: noon, lastAt: noon - 900 * minute };
    const later = seen(seen(first, noon + 29 * minute), noon + 58 * minute);
    expect(later).toEqual({ seenAt: noon + 58 * minute, lastAt: noon - 900 * minute });
  });

  test('ended when the buyer was last seen before being away for half an hour', () => {
    const back = noon + 30 * minute;
    expect(seen({ seenAt: noon, lastAt: null }, back)).toEqual({ seenAt: back, lastAt: noon });
  });

  test('is never in the future after a clock was set back', () => {
    const early = noon - 500 * minute;
    expect(seen({ seenAt: noon, lastAt: null }, early)).toEqual({ seenAt: early, lastAt: early });
  });

  test.each([null, '', '{', '4', 'null', '[]', '{"seenAt":"9","lastAt":1}', '{"seenAt":9}'])(
    'is unset if %j was stored',
    (text) => {
      expect(parseVisits(text)).toBeNull();
    },
  );

  test('is read back as it was written', () => {
    const visits = { seenAt: noon, lastAt: null };
    expect(parseVisits(JSON.stringify(visits))).toEqual(visits);
  });
});
