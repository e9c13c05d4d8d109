import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

test('mails about full carts are off until the studio switches them on', async () => {
  const studio = openStudio({ path: '/settings' });
  const choice = page.getByLabelText('E-mail about full carts');
  await expect.element(choice).toHaveValue('off');
  await choice.selectOptions('Buyers who get news, once');
  await expect.element(toastOf('E-mails about full carts saved.')).toBeVisible();
  expect(studio.saved.settings.cartMails).toBe('on');
  await expectSoundScreen([360]);
});
