import { expect, test, vi } from 'vitest';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/today'));
const { default: TodayScreen } = await import('#studio/features/today/today-screen.tsx');

const shown = (previews: { readonly left: number; readonly total: number } | null) =>
  shownInStudio(TodayScreen, {
    address: '/today',
    path: '/today',
    answers: {
      today: {
        waiting: {
          approvals: 0,
          customs: 0,
          reviews: 0,
          failedMails: 0,
          designReviews: 0,
          unpublished: 0,
          stoppedNewsletters: 0,
        },
        backup: { lastAt: null, hasFailed: false },
        storage: { isLow: false, isFull: false, freeBytes: 1e12 },
        payments: [],
        previews,
      },
    },
  });

test('Today says how many pictures got their previews again', () => {
  expect(shown({ left: 280, total: 1400 })).toContain('1,120 of 1,400 pictures are done');
  expect(shown(null)).not.toContain('Previews');
});
