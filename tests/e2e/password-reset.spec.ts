import type { Page, Request } from '@playwright/test';
import type { RunningShop } from '#tests/support/run-shop.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const main = (page: Page) => page.getByRole('main');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const boxes = (page: Page) => page.getByRole('group', { name: 'Your code' }).getByRole('textbox');
const box = (page: Page, place: number) => boxes(page).nth(place - 1);
const verify = (page: Page) => main(page).getByRole('button', { name: 'Verify' });
const asked = (page: Page, path: string): Promise<Request> =>
  page.waitForRequest((request) => request.url().endsWith(`/api/users/${path}`));
const answerOf = async (request: Request) => (await request.response())?.json();
/** The state of the history entry, as the router stores it. */
const carried = (page: Page) => page.evaluate(() => history.state.usr);

/** The code in the mail to an address. */
async function mailedCode(shop: RunningShop, email: string): Promise<string> {
  const read = () =>
    shop
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      .map(
        (mail) => /\bcode\b[\s\S]*?\b(\d{4})\b/i.exec(mail.split('\r\n\r\n').slice(1).join())?.[1],
      )
      .at(-1) ?? '';
  await expect.poll(read).toMatch(/^\d{4}$/);
  return read();
}

test('leads from a forgotten password to a new one', {
  tag: [
    '@core',
    ...['@A08', '@M03', '@M04', '@M05', '@M06', '@O16', '@P10', '@P11', '@P12', '@Q15'],
    ...['@S24', '@S25', '@S26', '@T07', '@U15'],
  ],
}, async ({ page, api, shop }) => {
  const { email, password } = await api.newBuyer();
  await page.goto('/sign-in');
  await main(page).getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByLabel('Email').fill(email);
  const otpAsked = asked(page, 'send-otp');
  await main(page).getByRole('button', { name: 'Send me a code' }).click();
  expect((await otpAsked).postDataJSON()).toEqual({ email });
  const { token: codeToken } = await answerOf(await otpAsked);
  await expect(toasts(page)).toContainText('Otp sent to your email');
  await expect(page).toHaveURL('/verify-otp');
  expect(await carried(page)).toMatchObject({ token: codeToken });
  await expect(page.getByRole('timer')).toContainText(/0[12]:\d\d/);

  const code = await mailedCode(shop, email);
  await expect(boxes(page)).toHaveCount(4);
  await expect(verify(page)).toBeDisabled();
  await box(page, 1).focus();
  for (const [place, digit] of [...code].entries()) {
    await expect(box(page, place + 1)).toBeFocused();
    await page.keyboard.press(digit);
  }
  const codeSent = asked(page, 'verify-otp');
  await verify(page).click();
  expect((await codeSent).postDataJSON()).toEqual({ otp: Number(code), token: codeToken });
  const { token: passwordToken } = await answerOf(await codeSent);
  expect(passwordToken).not.toBe(codeToken);
  await expect(toasts(page)).toContainText('Otp verified successfully');
  await expect(page).toHaveURL('/reset-password');
  expect(await carried(page)).toMatchObject({ token: passwordToken });

  // After a reload, both the history entry and the tab still have the token.
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill('a-fresh-start');
  await page.getByLabel('Confirm password', { exact: true }).fill('a-fresh-start');
  const passwordSent = asked(page, 'reset-password');
  await main(page).getByRole('button', { name: 'Set new password' }).click();
  expect((await passwordSent).postDataJSON()).toEqual({
    token: passwordToken,
    password: 'a-fresh-start',
  });
  await expect(toasts(page)).toContainText('Password reset successfully');
  await expect(page).toHaveURL('/sign-in');
  const body = { email, password: 'a-fresh-start' };
  await expect(api.call('login', { body })).resolves.toMatchObject({ email });
  await expect(api.call('login', { body: { email, password } })).rejects.toThrow('401');
  // Nothing of it is left to go back to.
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/forgot-password');
});
