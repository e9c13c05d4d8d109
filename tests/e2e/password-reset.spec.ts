import type { Page, Request } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { failCall } from '#tests/support/page-calls.ts';
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

async function askForCode(page: Page, email: string): Promise<string> {
  await page.goto('/sign-in');
  await main(page).getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByLabel('Email').fill(email);
  const request = asked(page, 'send-otp');
  await main(page).getByRole('button', { name: 'Send me a code' }).click();
  const { token } = await answerOf(await request);
  await expect(page).toHaveURL('/verify-otp');
  return token;
}

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

test('remembers during a reset where its owner was going', { tag: ['@R03'] }, async ({
  page,
  api,
  shop,
}) => {
  const { email } = await api.newBuyer();
  await page.goto(paths.myOrders.path);
  await expect(page).toHaveURL(paths.signIn.path);
  // Via the sign-up and back, too.
  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await main(page).getByRole('link', { name: 'Sign in' }).click();
  await main(page).getByRole('link', { name: 'Forgot password?' }).click();
  // The previous form has an e-mail field as well.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByLabel('Email').fill(email);
  await main(page).getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(paths.verifyOtp.path);
  const code = await mailedCode(shop, email);
  await box(page, 1).focus();
  await page.keyboard.type(code);
  await verify(page).click();
  await expect(page).toHaveURL(paths.resetPassword.path);
  await page.getByLabel('Password', { exact: true }).fill('a-fresh-start');
  await page.getByLabel('Confirm password', { exact: true }).fill('a-fresh-start');
  await main(page).getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL(paths.signIn.path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a-fresh-start');
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(paths.myOrders.path);
});

test('leads from a forgotten password to a new one', {
  tag: [
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

test('validates the e-mail on each change', { tag: ['@M03', '@Q10'] }, async ({ page }) => {
  await page.goto('/forgot-password');
  const email = page.getByLabel('Email');
  const send = main(page).getByRole('button', { name: 'Send me a code' });
  await expect(send).toBeDisabled();
  await email.fill('olive');
  await expect(email).toHaveAccessibleDescription('Enter a valid email');
  await expect(send).toBeDisabled();
  await email.fill('');
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(send).toBeDisabled();
  await email.fill('olive@shop.example');
  await expect(email).toHaveAccessibleDescription('');
  await expect(send).toBeEnabled();
});

test('holds one digit per box and moves between boxes', { tag: ['@M04', '@Q15'] }, async ({
  page,
  context,
}) => {
  await page.route('**/api/users/verify-otp', (route) =>
    route.fulfill({ json: { token: 'the-next-token' } }),
  );
  await askForCode(page, 'nobody@shop.example');
  await expect(box(page, 1)).toHaveAttribute('autocomplete', 'one-time-code');
  for (const place of [1, 2, 3, 4]) {
    await expect(box(page, place)).toHaveAccessibleName(`Digit ${place} of 4`);
    await expect(box(page, place)).toHaveAttribute('inputmode', 'numeric');
  }

  await box(page, 1).focus();
  await page.keyboard.type('1x29');
  await expect(box(page, 4)).toBeFocused();
  await box(page, 2).click();
  await page.keyboard.press('5');
  for (const [place, digit] of ['1', '5', '9', ''].entries()) {
    await expect(box(page, place + 1)).toHaveValue(digit);
  }
  await expect(box(page, 3)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(box(page, 3)).toHaveValue('');
  await page.keyboard.press('Backspace');
  await expect(box(page, 2)).toBeFocused();
  await expect(box(page, 2)).toHaveValue('');
  await page.keyboard.press('ArrowLeft');
  await expect(box(page, 1)).toBeFocused();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('Your code: 0 0 4 2'));
  await box(page, 3).focus();
  await page.keyboard.press('ControlOrMeta+v');
  for (const [place, digit] of ['0', '0', '4', '2'].entries()) {
    await expect(box(page, place + 1)).toHaveValue(digit);
  }
  const sent = asked(page, 'verify-otp');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ otp: 42 });

  // A phone's suggestion is filled into one box as a whole.
  await askForCode(page, 'nobody@shop.example');
  await box(page, 1).fill('8642');
  for (const [place, digit] of ['8', '6', '4', '2'].entries()) {
    await expect(box(page, place + 1)).toHaveValue(digit);
  }
});

test('counts down by the wall clock and goes one page back at 0', {
  tag: ['@M05', '@P13', '@U15'],
}, async ({ page }) => {
  await page.clock.install();
  const before = await page.evaluate(() => Date.now());
  const token = await askForCode(page, 'nobody@shop.example');
  const { endsAt } = await carried(page);
  const after = await page.evaluate(() => Date.now());
  expect(endsAt).toBeGreaterThanOrEqual(before + 120_000);
  expect(endsAt).toBeLessThanOrEqual(after + 120_000);
  const timer = page.getByRole('timer');
  // Once it has counted it runs: a clock that is stopped before would never move it.
  const first = (await timer.textContent()) ?? '';
  await expect(timer).not.toHaveText(first);

  // 55 seconds before the end, suspended since the start.
  await page.clock.pauseAt(endsAt - 55_000);
  await expect(timer).toContainText('00:55');
  await page.reload();
  await page.clock.runFor(500);
  await expect(timer).toContainText('00:55');
  await page.clock.runFor(1000);
  await expect(timer).toContainText('00:54');
  expect(await carried(page)).toMatchObject({ token });

  await page.clock.pauseAt(endsAt + 1000);
  await page.clock.resume();
  await expect(page).toHaveURL('/forgot-password');
  await expect(toasts(page)).toContainText(
    'This code is no longer valid. Please request a new one.',
  );
  await expect(page.getByLabel('Email')).toHaveValue('nobody@shop.example');
  await page.goBack();
  await expect(page).toHaveURL('/sign-in');
});

test('keeps the code step for the tab, and sends a tab without one to the first step', {
  tag: ['@P10'],
}, async ({ page, context }) => {
  await askForCode(page, 'nobody@shop.example');
  await page.goto('/terms-conditions');
  await page.goto('/verify-otp');
  await expect(boxes(page)).toHaveCount(4);
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/forgot-password');

  const other = await context.newPage();
  for (const path of ['/verify-otp', '/reset-password']) {
    await other.goto(path);
    await expect(other).toHaveURL('/forgot-password');
  }
});

test('validates the new password on each change', { tag: ['@M06', '@Q11'] }, async ({ page }) => {
  await askForCode(page, 'nobody@shop.example');
  await page.route('**/api/users/verify-otp', (route) =>
    route.fulfill({ json: { token: 'the-next-token' } }),
  );
  await box(page, 1).fill('1234');
  await verify(page).click();
  const password = page.getByLabel('Password', { exact: true });
  const confirmation = page.getByLabel('Confirm password', { exact: true });
  const submit = main(page).getByRole('button', { name: 'Set new password' });
  await expect(submit).toBeDisabled();
  await password.fill('12345');
  await expect(password).toHaveAccessibleDescription('Password must be atleast 6 characters long');
  await password.fill('');
  await expect(password).toHaveAccessibleDescription('Password is required');
  await password.fill('a-fresh-start');
  await confirmation.fill('a-fresh-stare');
  await expect(confirmation).toHaveAccessibleDescription('Password do not match');
  await expect(submit).toBeDisabled();
  await confirmation.fill('');
  await expect(confirmation).toHaveAccessibleDescription('Confirm password is required');
  await confirmation.fill('a-fresh-start');
  await expect(submit).toBeEnabled();
});

test.describe('refused by the server', () => {
  test.use({ expectedErrors: [/status of (409|422|500)/] });

  test("accepts at most three codes, with the server's message", { tag: ['@S25', '@T07'] }, async ({
    page,
    api,
    shop,
  }) => {
    const { email } = await api.newBuyer();
    await askForCode(page, email);
    const code = await mailedCode(shop, email);
    const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
    const group = page.getByRole('group', { name: 'Your code' });
    for (const left of ['You have 2 tries left.', 'You have 1 try left.']) {
      await box(page, 1).fill(wrong);
      await verify(page).click();
      await expect(group).toHaveAccessibleDescription(`Incorrect code. ${left}`);
      await expect(toasts(page)).toContainText(left);
      await expect(box(page, 1)).toBeFocused();
      for (const place of [1, 2, 3, 4]) await expect(box(page, place)).toHaveValue('');
    }
    await box(page, 1).fill(wrong);
    await verify(page).click();
    await expect(page).toHaveURL('/forgot-password');
    await expect(toasts(page)).toContainText('This code no longer works.');
  });

  test('keeps what was typed if the shop fails, with the fallback message', {
    tag: ['@T07'],
  }, async ({ page, api, shop }) => {
    const { email } = await api.newBuyer();
    await page.goto('/forgot-password');
    await failCall(page, 'sendOtp');
    await page.getByLabel('Email').fill(email);
    await main(page).getByRole('button', { name: 'Send me a code' }).click();
    await expect(toasts(page).getByText('Something went wrong')).toHaveCount(1);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.unrouteAll();

    await askForCode(page, email);
    const code = await mailedCode(shop, email);
    await failCall(page, 'verifyOtp');
    await box(page, 1).fill(code);
    await verify(page).click();
    await expect(toasts(page).getByText('Something went wrong')).toHaveCount(1);
    await expect(box(page, 4)).toHaveValue(code.slice(3));
    await page.unrouteAll();
    await verify(page).click();
    await expect(page).toHaveURL('/reset-password');

    const password = page.getByLabel('Password', { exact: true });
    const submit = main(page).getByRole('button', { name: 'Set new password' });
    await failCall(page, 'resetPassword');
    await password.fill('password');
    await page.getByLabel('Confirm password', { exact: true }).fill('password');
    await submit.click();
    await expect(toasts(page)).toContainText('Something went wrong');
    await page.unrouteAll();
    await submit.click();
    await expect(password).toHaveAccessibleDescription(
      'This password is too common. Please choose another.',
    );
    await expect(page).toHaveURL('/reset-password');
    await password.fill('a-fresh-start');
    await page.getByLabel('Confirm password', { exact: true }).fill('a-fresh-start');
    await submit.click();
    await expect(page).toHaveURL('/sign-in');
  });
});
