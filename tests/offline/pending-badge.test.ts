import { expect, it, vi } from 'vitest';
import { setPendingBadge } from '#offline/views/pending-badge.ts';

it('shows how many changes are pending, and nothing once all are sent', () => {
  const shown: (number | null)[] = [];
  const browser = {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(null),
  };
  setPendingBadge(3, browser);
  setPendingBadge(0, browser);
  expect(shown).toEqual([3, null]);
});

it('does without a badge if the browser has none', () => {
  expect(() => setPendingBadge(3, {})).not.toThrow();
  expect(() => setPendingBadge(0, {})).not.toThrow();
});

it('does without a badge if the browser refuses one', async () => {
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  const setAppBadge = async () => {
    throw new Error('NotAllowedError');
  };
  setPendingBadge(3, { setAppBadge });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
