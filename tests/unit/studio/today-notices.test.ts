import { expect, test, vi } from 'vitest';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/today'));
const { default: TodayScreen } = await import('#studio/features/today/today-screen.tsx');

const refusal = {
  text: 'Your PayPal account is restricted, locked or not verified (PAYEE_ACCOUNT_RESTRICTED, when creating an order).',
  advice: 'Sign in at paypal.com.',
};

type Today = StudioCallAnswer<'today'>;

function shown(parts: Partial<Pick<Today, 'payments' | 'previews'>>): string {
  return shownInStudio(TodayScreen, {
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
        previews: null,
        ...parts,
      },
    },
  });
}

test('Today says that the shop can’t take payments, why, and where to correct it', () => {
  const screen = shown({ payments: [{ ...refusal, isStopped: true }] });

  expect(screen).toContain('The shop can’t take payments.');
  expect(screen).toContain('PAYEE_ACCOUNT_RESTRICTED');
  expect(screen).toContain('Sign in at paypal.com.');
  expect(screen).toContain('Check again in the health check');
});

test('Today says that some payments or refunds are refused', () => {
  expect(shown({ payments: [{ ...refusal, isStopped: false }] })).toContain(
    'PayPal refuses some payments',
  );
});

test('Today says nothing about payments that work', () => {
  expect(shown({})).not.toContain('PayPal');
});

test('Today says how many pictures got their previews again', () => {
  const previews = { left: 280, total: 1400 };
  expect(shown({ previews })).toContain('1,120 of 1,400 pictures are done');
  expect(shown({ previews: null })).not.toContain('Previews');
});
