import { describe, expect, it } from 'vitest';
import { isHintDue, noMemory, parseMemory, withPage } from '#features/install/install-memory.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);

describe('what the browser remembers of visits', () => {
  it('counts pages of one session as one visit', () => {
    const first = withPage(noMemory, noon);
    const later = withPage(withPage(first, noon + 20 * minute), noon + 45 * minute);
    expect(later).toMatchObject({ visits: 1, seenAt: noon + 45 * minute });
  });

  it('counts a return after a pause as a new visit', () => {
    expect(withPage(withPage(noMemory, noon), noon + 31 * minute).visits).toBe(2);
  });

  it('continues counting when the clock was set back', () => {
    const ahead = withPage(noMemory, noon);
    expect(withPage(ahead, noon - 500 * minute)).toMatchObject({ visits: 2 });
  });

  it.each([null, '', '{', '4', 'null', '{"visits":"9","seenAt":1}', '{"visits":9}'])(
    'treats %j as a first visit',
    (text) => {
      expect(parseMemory(text)).toEqual(noMemory);
    },
  );

  it('reads what it wrote', () => {
    const memory = { visits: 3, seenAt: noon, hasOrdered: true, isDone: false };
    expect(parseMemory(JSON.stringify(memory))).toEqual(memory);
  });
});

describe('the hint to install', () => {
  it.each([
    [{ visits: 1 }, false],
    [{ visits: 2 }, true],
    [{ visits: 1, hasOrdered: true }, true],
    [{ visits: 9, hasOrdered: true, isDone: true }, false],
  ])('is due after %o: %s', (part, isDue) => {
    expect(isHintDue({ ...noMemory, ...part })).toBe(isDue);
  });
});
