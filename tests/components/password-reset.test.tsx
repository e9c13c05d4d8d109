import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { newUser, notifications, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';

const email = 'olive@shop.example';
const freshPassword = 'a-fresh-start';

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const address = page.getByLabelText('Email');
const sendButton = main.getByRole('button', { name: 'Send me a code' });
const group = page.getByRole('group', { name: 'Your code' });
const boxes = group.getByRole('textbox');
const box = (place: number) => boxes.nth(place - 1);
const verifyButton = main.getByRole('button', { name: 'Verify' });
const timer = page.getByRole('timer');
const secret = page.getByLabelText('Password', { exact: true });
const confirmation = page.getByLabelText('Confirm password', { exact: true });
const setButton = main.getByRole('button', { name: 'Set new password' });
const here = () => location.pathname;
const digits = () => boxes.elements().map((element) => (element as HTMLInputElement).value);

/** A shop that sends codes, and accepts each. */
function acceptCodes({ account, handlers }: ShopAtFetch): void {
  account.user = newUser({ email });
  handlers.sendOtp = () => ({ token: 'of the code' });
  handlers.verifyOtp = () => ({ token: 'of the password' });
  handlers.resetPassword = () => ({ message: 'Done' });
}

const openReset = (path: string) => openShop({ path, prepare: acceptCodes });

async function askForCode(): Promise<void> {
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The previous form has an e-mail field as well.
  await expect.element(heading).toHaveTextContent('Forgot your password?');
  await address.fill(email);
  await sendButton.click();
  await expect.element(boxes).toHaveLength(4);
  expect(here()).toBe(paths.verifyOtp.path);
}

async function enterCode(code = '1234'): Promise<void> {
  await box(1).fill(code);
  await verifyButton.click();
}

async function choose(password: string): Promise<void> {
  await secret.fill(password);
  await confirmation.fill(password);
  await setButton.click();
}

/** Asks for a code on the way from the sign-in. */
async function openCodeStep() {
  const shop = await openReset(paths.signIn.path);
  await askForCode();
  return shop;
}

async function openPasswordStep() {
  const shop = await openCodeStep();
  await enterCode();
  await expect.element(setButton).toBeVisible();
  return shop;
}

test('remembers during a reset where its owner was going (R03)', async () => {
  await openReset(paths.myOrders.path);
  await expect.poll(here).toBe(paths.signIn.path);
  // Via the sign-up and back, too.
  await main.getByRole('link', { name: 'Sign up' }).click();
  await main.getByRole('link', { name: 'Sign in' }).click();
  await askForCode();
  await enterCode();
  await choose(freshPassword);
  await expect.poll(here).toBe(paths.signIn.path);
  await address.fill(email);
  await secret.fill(freshPassword);
  await main.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(here).toBe(paths.myOrders.path);
});

test('validates the e-mail on each change (M03, Q10)', async () => {
  await openReset(paths.forgotPassword.path);
  await expect.element(sendButton).toBeDisabled();
  for (const [typed, text] of [
    ['olive', 'Enter a valid email'],
    ['', 'Email is required'],
  ] as const) {
    await address.fill(typed);
    await expect.element(address).toHaveAccessibleDescription(text);
    await expect.element(sendButton).toBeDisabled();
  }
  await address.fill(email);
  await expect.element(address).not.toHaveAccessibleDescription();
  await expect.element(sendButton).toBeEnabled();
});

test('holds one digit per box and moves between boxes (M04, Q15)', async () => {
  const shop = await openCodeStep();
  await expect.element(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
  for (const place of [1, 2, 3, 4]) {
    await expect.element(box(place)).toHaveAccessibleName(`Digit ${place} of 4`);
    await expect.element(box(place)).toHaveAttribute('inputmode', 'numeric');
  }
  await expect.element(verifyButton).toBeDisabled();

  await box(1).click();
  await userEvent.keyboard('1x29');
  await expect.element(box(4)).toHaveFocus();
  await box(2).click();
  await userEvent.keyboard('5');
  await expect.poll(digits).toEqual(['1', '5', '9', '']);
  await expect.element(box(3)).toHaveFocus();
  await userEvent.keyboard('{Backspace}');
  await expect.element(box(3)).toHaveValue('');
  await userEvent.keyboard('{Backspace}');
  await expect.element(box(2)).toHaveFocus();
  await expect.element(box(2)).toHaveValue('');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(box(1)).toHaveFocus();

  const mail = document.createElement('textarea');
  onTestFinished(() => mail.remove());
  mail.value = 'Your code: 0 0 4 2';
  document.body.append(mail);
  mail.select();
  await userEvent.copy();
  await box(3).click();
  await userEvent.paste();
  await expect.poll(digits).toEqual(['0', '0', '4', '2']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(here).toBe(paths.resetPassword.path);
  const sent = shop.sent.find(({ name }) => name === 'verifyOtp');
  expect(sent?.body).toEqual({ otp: 42, token: 'of the code' });
});

test('takes the code that a phone suggests, which fills one box as a whole (M04)', async () => {
  await openCodeStep();
  await box(1).fill('8642');
  await expect.poll(digits).toEqual(['8', '6', '4', '2']);
});

test('counts down by the wall clock and goes one page back at 0 (M05, P13, U15)', async () => {
  const shop = await openReset(paths.signIn.path);
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const tickAt = (instant: number) => {
    vi.setSystemTime(instant - 250);
    vi.advanceTimersByTime(250);
  };
  const before = Date.now();
  await askForCode();
  const { endsAt } = history.state.usr;
  expect(endsAt).toBeGreaterThanOrEqual(before + 120_000);
  expect(endsAt).toBeLessThanOrEqual(Date.now() + 120_000);
  const first = timer.element().textContent ?? '';
  expect(first).toMatch(/0[12]:\d\d/);
  vi.advanceTimersByTime(1000);
  await expect.element(timer).not.toHaveTextContent(first);

  // 55 seconds before the end, suspended since the start.
  tickAt(endsAt - 55_000);
  await expect.element(timer).toMatchTextContent('00:55');
  await shop.reload();
  tickAt(endsAt - 54_900);
  await expect.element(timer).toMatchTextContent('00:55');
  vi.advanceTimersByTime(1000);
  await expect.element(timer).toMatchTextContent('00:54');
  expect(history.state.usr).toMatchObject({ token: 'of the code' });

  tickAt(endsAt + 1000);
  await expect.poll(here).toBe(paths.forgotPassword.path);
  await expect
    .element(toastOf('This code is no longer valid. Please request a new one.'))
    .toBeVisible();
  await expect.element(address).toHaveValue(email);
  history.back();
  await expect.poll(here).toBe(paths.signIn.path);
});

test('keeps the code step for the tab, and sends a tab without one to the first step (P10)', async () => {
  const shop = await openCodeStep();
  await shop.goto(paths.terms.path);
  await shop.goto(paths.verifyOtp.path);
  await expect.element(boxes).toHaveLength(4);
  await shop.goto(paths.resetPassword.path);
  await expect.poll(here).toBe(paths.forgotPassword.path);

  sessionStorage.clear();
  for (const path of [paths.verifyOtp.path, paths.resetPassword.path]) {
    await shop.goto(path);
    await expect.poll(here).toBe(paths.forgotPassword.path);
  }
});

test('validates the new password on each change (M06, Q11)', async () => {
  await openPasswordStep();
  await expect.element(setButton).toBeDisabled();
  await secret.fill('12345');
  await expect
    .element(secret)
    .toHaveAccessibleDescription('Password must be atleast 6 characters long');
  await secret.fill('');
  await expect.element(secret).toHaveAccessibleDescription('Password is required');
  await secret.fill(freshPassword);
  await confirmation.fill('a-fresh-stare');
  await expect.element(confirmation).toHaveAccessibleDescription('Password do not match');
  await expect.element(setButton).toBeDisabled();
  await confirmation.fill('');
  await expect.element(confirmation).toHaveAccessibleDescription('Confirm password is required');
  await confirmation.fill(freshPassword);
  await expect.element(setButton).toBeEnabled();
});

test('lets a wrong code be corrected until the shop ends it, with the message of the shop (S25, T07)', async () => {
  const shop = await openCodeStep();
  for (const left of ['You have 2 tries left.', 'You have 1 try left.']) {
    const message = `Incorrect code. ${left}`;
    shop.handlers.verifyOtp = () => {
      throw new Refusal('CODE_REFUSED', { message });
    };
    await enterCode();
    await expect.element(group).toHaveAccessibleDescription(message);
    await expect.element(notifications).toMatchTextContent(left);
    await expect.element(box(1)).toHaveFocus();
    expect(digits()).toEqual(['', '', '', '']);
  }
  const message = 'This code no longer works.';
  shop.handlers.verifyOtp = () => {
    throw new Refusal('CODE_ENDED', { message });
  };
  await enterCode();
  await expect.poll(here).toBe(paths.forgotPassword.path);
  await expect.element(toastOf(message)).toBeVisible();
});

test('keeps what was typed if the shop fails, with the fallback message (T07)', async () => {
  const { handlers } = await openReset(paths.forgotPassword.path);
  const failure = toastOf(messages.forgot.failed);
  const { sendOtp, verifyOtp, resetPassword } = handlers;
  const fail = () => {
    throw new Refusal('INTERNAL');
  };
  handlers.sendOtp = fail;
  handlers.verifyOtp = fail;
  handlers.resetPassword = fail;
  await address.fill(email);
  await sendButton.click();
  await expect.element(failure).toHaveLength(1);
  await expect.element(address).toHaveValue(email);
  Object.assign(handlers, { sendOtp });
  await sendButton.click();

  await enterCode();
  await expect.element(failure).toHaveLength(1);
  expect(digits()).toEqual(['1', '2', '3', '4']);
  Object.assign(handlers, { verifyOtp });
  await verifyButton.click();

  await choose('password');
  await expect.element(failure).toHaveLength(1);
  const message = 'This password is too common. Please choose another.';
  handlers.resetPassword = () => {
    throw new Refusal('INVALID', { message, fields: { password: message } });
  };
  await setButton.click();
  await expect.element(secret).toHaveAccessibleDescription(message);
  expect(here()).toBe(paths.resetPassword.path);
  Object.assign(handlers, { resetPassword });
  await choose(freshPassword);
  await expect.poll(here).toBe(paths.signIn.path);
});
