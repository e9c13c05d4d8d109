import { expect, it } from 'vitest';
import { Fingers } from '#ui/fingers.ts';

const at = (pointerId: number, clientX: number, clientY = 0) => ({ pointerId, clientX, clientY });

it('moves with one finger', () => {
  const fingers = new Fingers();
  fingers.down(at(1, 10, 10));
  expect(fingers.move(at(1, 15, 4))).toMatchObject({ by: { x: 5, y: -6 }, factor: 1 });
});

it('scales by the distance of two fingers, and moves by half of what one moves', () => {
  const fingers = new Fingers();
  fingers.down(at(1, 0));
  fingers.down(at(2, 100));
  expect(fingers.move(at(2, 150))).toEqual({
    by: { x: 25, y: 0 },
    factor: 1.5,
    middle: { x: 75, y: 0 },
  });
});

it('ignores fingers that were never put down, such as a mouse that passes', () => {
  const fingers = new Fingers();
  expect(fingers.move(at(1, 5))).toBeNull();
  expect(fingers.up(at(1, 5))).toBe(false);
});

it('never scales by a distance of nothing', () => {
  const fingers = new Fingers();
  fingers.down(at(1, 50));
  fingers.down(at(2, 50));
  expect(fingers.move(at(2, 60))?.factor).toBe(10);
});
