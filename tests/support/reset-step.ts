import type { Page } from '@playwright/test';
import type { ResetStep } from '#features/account/reset-step.ts';

/** Puts a page in the middle of a password reset, as after a reload. It must be on the shop already. */
export async function keepResetStep(page: Page, step: ResetStep['step']): Promise<void> {
  const token = 'a-token-of-no-use';
  const kept: ResetStep =
    step === 'password'
      ? { step, token }
      : { step, token, email: 'olive@shop.example', endsAt: Date.now() + 120_000 };
  await page.evaluate(
    (value) => sessionStorage.setItem('password-reset', value),
    JSON.stringify(kept),
  );
}
