import { describe, expect, test } from 'vitest';
import { parseVisits, seen } from '#api/last-visit.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);

describe('the last visit', () => {
  test('is none at the first', () => {
    expect(seen(null, noon)).toEqual({ seenAt: noon, lastAt: null });
  });

  test('stays what it was as long as nobody was away for half an hour', () => {
    const first = { seenAt: noon, lastAt: noon - 900 * minute };
    const later = seen(seen(first, noon + 29 * minute), noon + 58 * minute);
    expect(later).toEqual({ seenAt: noon + 58 * minute, lastAt: noon - 900 * minute });
  });

  test('ended when the buyer was last seen before half an hour away', () => {
    const back = noon + 30 * minute;
    expect(seen({ seenAt: noon, lastAt: null }, back)).toEqual({ seenAt: back, lastAt: noon });
  });

  test('never lies ahead of a clock that was put back', () => {
    const early = noon - 500 * minute;
    expect(seen({ seenAt: noon, lastAt: null }, early)).toEqual({ seenAt: early, lastAt: early });
  });

  test.each([null, '', '{', '4', 'null', '[]', '{"seenAt":"9","lastAt":1}', '{"seenAt":9}'])(
    'is none where %j was kept',
    (text) => {
      expect(parseVisits(text)).toBeNull();
    },
  );

  test('is read as it was written', () => {
    const visits = { seenAt: noon, lastAt: null };
    expect(parseVisits(JSON.stringify(visits))).toEqual(visits);
  });
});
