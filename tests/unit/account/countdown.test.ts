import { describe, expect, it } from 'vitest';
import { minutesAndSeconds, secondsLeft } from '#features/account/countdown.ts';

const endsAt = Date.UTC(2026, 0, 1, 12);

describe('the countdown of a code', () => {
  it('counts whole seconds from 120 down to 0 and no further (P13)', () => {
    expect(secondsLeft(endsAt, endsAt - 120_000)).toBe(120);
    expect(secondsLeft(endsAt, endsAt - 119_999)).toBe(120);
    expect(secondsLeft(endsAt, endsAt - 119_000)).toBe(119);
    expect(secondsLeft(endsAt, endsAt - 1)).toBe(1);
    expect(secondsLeft(endsAt, endsAt)).toBe(0);
    expect(secondsLeft(endsAt, endsAt + 3_600_000)).toBe(0);
  });

  it("never shows more than a code's lifetime when a clock was set back", () => {
    expect(secondsLeft(endsAt, endsAt - 3_600_000)).toBe(120);
  });

  it('is shown as mm:ss (M05)', () => {
    expect([120, 61, 60, 59, 9, 0].map(minutesAndSeconds)).toEqual([
      '02:00',
      '01:01',
      '01:00',
      '00:59',
      '00:09',
      '00:00',
    ]);
  });
});
