import { expect, test } from 'vitest';
import { momentText, withLocalMoments } from '#studio/ui/local-moment.ts';

test('the instants of a text are shown in the reader’s time zone', () => {
  const [from, until] = ['2026-12-01T09:00:00.000Z', '2026-12-08T09:00:00.000Z'];

  const text = withLocalMoments(`$4.40 from ${from} until ${until}`);

  expect(text).toBe(`$4.40 from ${momentText(from)} until ${momentText(until)}`);
  expect(text).toMatch(/^\$4\.40 from \d+ \w+ 2026, \d\d:\d\d until \d+ Dec 2026, \d\d:\d\d$/);
  expect(withLocalMoments('Woods, Seas')).toBe('Woods, Seas');
});
