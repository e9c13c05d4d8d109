import { expect, it, vi } from 'vitest';
import { setWaitingBadge } from '#offline/views/waiting-badge.ts';

it('shows how many changes wait, and nothing once all are sent', () => {
  const shown: (number | null)[] = [];
  const browser = {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(null),
  };
  setWaitingBadge(3, browser);
  setWaitingBadge(0, browser);
  expect(shown).toEqual([3, null]);
});

it('does without a badge where the browser has none', () => {
  expect(() => setWaitingBadge(3, {})).not.toThrow();
  expect(() => setWaitingBadge(0, {})).not.toThrow();
});

it('does without a badge where the browser refuses one', async () => {
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  const setAppBadge = async () => {
    throw new Error('NotAllowedError');
  };
  setWaitingBadge(3, { setAppBadge });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
