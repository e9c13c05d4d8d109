import { expect, test } from 'vitest';
import { serialize } from '#offline/sending/serialize.ts';

/** A task that ends when it is told to, and what it was asked. */
function held() {
  const asked: boolean[] = [];
  const ends: (() => void)[] = [];
  const turn = serialize(async (isWoken) => {
    const place = asked.push(isWoken);
    await new Promise<void>((end) => ends.push(end));
    return place;
  });
  return { asked, turn, end: (place: number) => ends[place]?.() };
}

test('what is asked for during a run is one run after it, woken if anybody woke it', async () => {
  const { asked, turn, end } = held();
  const first = turn(false);
  const later = [turn(false), turn(true), turn(false)];
  expect(asked).toEqual([false]);

  end(0);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(asked).toEqual([false, true]);
  end(1);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test('a run after an idle time is woken only if it is asked to be', async () => {
  const { asked, turn, end } = held();
  const first = turn(true);
  end(0);
  await first;
  const second = turn(false);
  end(1);
  expect(await second).toBe(2);
  expect(asked).toEqual([true, false]);
});
