import { expect, test } from 'vitest';
import { showBadge } from '#studio/app/use-badge.ts';

test('the studio’s icon shows the number of open tasks, and none once all are done', async () => {
  const shown: (number | null)[] = [];
  const browser = {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(null),
  };

  await showBadge(4, browser);
  await showBadge(0, browser);

  expect(shown).toEqual([4, null]);
});

test('a browser without badges, or that refuses one, is no error', async () => {
  const refuse = () => Promise.reject(new DOMException('not installed', 'NotAllowedError'));

  for (const count of [4, 0]) {
    await expect(showBadge(count, {})).resolves.toBeUndefined();
    await expect(
      showBadge(count, { setAppBadge: refuse, clearAppBadge: refuse }),
    ).resolves.toBeUndefined();
  }
});
