import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { studioCalls } from '#contract/studio/calls.ts';
import type { TryingOut } from '#contract/studio/health.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';
import { shownInStudio } from '#tests/support/shown-in-studio.ts';

vi.stubGlobal('window', fakeWindow('/studio/health'));
const { default: HealthScreen } = await import('#studio/features/health/health-screen.tsx');

const mail = {
  id: 'a'.repeat(24),
  recipient: 'ada@shop.example',
  subject: 'Your receipt',
  problem: 'EENVELOPE 550',
  createdAt: '2026-03-01T09:00:00.000Z',
  nextTryAt: null,
};

function shown(state: 'ok' | 'warning', tryingOut: TryingOut | null = null): string {
  const advice = state === 'ok' ? null : 'Correct the cause, then retry them.';
  const check = {
    id: 'failedMails',
    name: 'Failed e-mails',
    state,
    text: 'Mails.',
    advice,
  } as const;
  return shownInStudio(HealthScreen, {
    address: '/health',
    path: '/health',
    answers: { healthCheck: { checks: [check], tryingOut }, failedMails: { mails: [mail] } },
  });
}

test('failed e-mails are listed on the health check, each with a button to retry it', () => {
  const screen = shown('warning');

  expect(screen).toContain('0 faults and 1 warning to look at.');
  expect(screen).toContain('Correct the cause, then retry them.');
  expect(screen).toContain('aria-label="Retry the e-mail to ada@shop.example"');
});

test('an open page of the version before shows a check and a state that it doesn’t know', () => {
  const { answer } = studioCalls.healthCheck;
  const check = { id: 'tides', name: 'Tides', state: 'ebb', text: 'Low.', advice: null };

  expect(v.parse(answer, { checks: [check] }).checks).toEqual([{ ...check, state: 'warning' }]);
});

test('without failed e-mails there is nothing to retry', () => {
  expect(shown('ok')).toContain('Nothing needs your attention.');
  expect(shown('ok')).not.toContain('Retry');
});

test('a shop that is tried out reads how to open for real, also beside faults', () => {
  const tryingOut = {
    text: 'You’re trying things out: no e-mails go out and no money moves. To open for real:',
    steps: ['Set SMTP_URL.', 'Set PAYPAL_CLIENT_ID.'],
  };

  for (const screen of [shown('ok', tryingOut), shown('warning', tryingOut)]) {
    expect(screen).toContain(tryingOut.text);
    expect(screen).toContain('<li>Set SMTP_URL.</li><li>Set PAYPAL_CLIENT_ID.</li>');
    expect(screen).not.toContain('Nothing needs your attention.');
  }
  expect(shown('warning', tryingOut)).toContain('0 faults and 1 warning to look at.');
});
