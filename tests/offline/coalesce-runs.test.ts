import { expect, test } from 'vitest';
import { coalesceRuns } from '#offline/sending/coalesce-runs.ts';

/** A task that ends when told to, with the arguments of its calls. */
function held() {
  const asked: boolean[] = [];
  const ends: (() => void)[] = [];
  const turn = coalesceRuns(async (isWoken) => {
    const place = asked.push(isWoken);
    await new Promise<void>((end) => ends.push(end));
    return place;
  });
  return { asked, turn, end: (place: number) => ends[place]?.() };
}

test('runs once more for calls during a run, pressed if any of them was', async () => {
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

test('a run after an idle time is pressed only if its call was', async () => {
  const { asked, turn, end } = held();
  const first = turn(true);
  end(0);
  await first;
  const second = turn(false);
  end(1);
  expect(await second).toBe(2);
  expect(asked).toEqual([true, false]);
});
