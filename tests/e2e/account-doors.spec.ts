import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { failCall } from '#tests/support/page-calls.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const main = (page: Page) => page.getByRole('main');
const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign in' });
const savedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? 'null'));
const newEmail = () => `new-${randomUUID()}@shop.example`;

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Olive');
  await page.getByLabel('Last name').fill('Thimble');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('License type').selectOption('FABRIC_SHOP');
  await page.getByLabel('Business verification link').fill('@olivesews');
  await page.getByLabel('Password', { exact: true }).fill('paper-pinwheel-42');
  await page.getByLabel('Confirm password', { exact: true }).fill('paper-pinwheel-42');
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  // The URL changes first, and the previous page has an e-mail field too.
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('remembers during sign-up where the visitor was going', { tag: ['@R03'] }, async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/dashboard/my-account');
  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await fillSignUp(page, email);
  await main(page).getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/dashboard/my-account');
  await expect(page.getByText(email).first()).toBeVisible();
});

test('asks for the e-mail once, on the way from checkout to an account', async ({ page, api }) => {
  const email = newEmail();
  await page.goto('/shop');
  await main(page)
    .getByRole('button', { name: /add .*to cart/i })
    .first()
    .click();
  await expect(toasts(page)).toContainText('Item added to cart');
  await page.goto('/checkout');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page).toHaveURL('/sign-in');
  await expect(main(page)).toContainText('One more step: sign in or open an account to pay.');
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await main(page).getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await fillSignUp(page, email);
  await main(page).getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  expect(api.sql('SELECT status FROM accounts WHERE email = ?', email)).toEqual([
    { status: 'pending' },
  ]);
});

test.describe('refused by the server', () => {
  test.use({ expectedErrors: [/status of (401|409|500)/] });

  test('validates the sign-up, keeps what the server refuses, and creates an account once', async ({
    page,
    api,
  }) => {
    const taken = await api.newBuyer();
    const email = newEmail();
    await page.goto('/shop');
    await page.goto('/sign-up');
    await expect(main(page)).toContainText(messages.approval.waiting);
    await test.step('validates the sign-up form on each change (M01, Q01, Q02, Q03, Q04, Q05, Q06, Q07, Q08)', async () => {
      const submit = main(page).getByRole('button', { name: 'Sign up' });
      await expect(submit).toBeDisabled();
      await fillSignUp(page, newEmail());
      await expect(submit).toBeEnabled();

      const password = page.getByLabel('Password', { exact: true });
      const confirmation = page.getByLabel('Confirm password', { exact: true });
      for (const [field, value, text] of [
        [page.getByLabel('First name'), '', 'First Name is required'],
        [page.getByLabel('Last name'), '', 'Last Name is required'],
        [page.getByLabel('Email'), '', 'Email is required'],
        [page.getByLabel('Email'), 'olive at shop', 'Invalid email address'],
        [
          page.getByLabel('Business verification link'),
          '',
          'Business Verification Link is required',
        ],
        [confirmation, '', 'Confirm password is required'],
        [confirmation, 'paper-pinwheel-43', 'Passwords do not match'],
      ] as const) {
        await test.step(text, async () => {
          const before = await field.inputValue();
          await field.fill(value);
          await expect(field).toHaveAccessibleDescription(text);
          await expect(field).toHaveAttribute('aria-invalid', 'true');
          await expect(submit).toBeDisabled();
          await field.fill(before);
          await expect(field).not.toHaveAccessibleDescription(text);
          await expect(submit).toBeEnabled();
        });
      }

      await password.fill('');
      await expect(password).toHaveAccessibleDescription('Password is required');
      await password.fill('12345');
      await expect(password).toHaveAccessibleDescription(
        'Password must be at least 6 characters long',
      );
      await confirmation.fill('12345');
      await expect(submit).toBeDisabled();
      await password.fill('123456');
      await confirmation.fill('123456');
      await expect(submit).toBeEnabled();

      const licence = page.getByLabel('License type');
      await licence.selectOption('');
      await expect(licence).toHaveAccessibleDescription('License Type is required');
      await expect(submit).toBeDisabled();
      await licence.selectOption('SMALL_BUSINESS');
      await expect(submit).toBeEnabled();
    });

    await test.step("keeps the sign-up form, with the server's message or the fallback (T01, T05)", async () => {
      await fillSignUp(page, taken.email);
      const answered = page.waitForResponse((response) =>
        response.url().endsWith('/api/users/register'),
      );
      const submit = main(page).getByRole('button', { name: 'Sign up' });
      await submit.click();
      const { message } = await (await answered).json();
      expect(message).toMatch(/\w{3,}/);
      await expect(toasts(page)).toContainText(message);
      await expect(page).toHaveURL('/sign-up');
      await expect(page.getByLabel('First name')).toHaveValue('Olive');

      await failCall(page, 'register');
      await page.getByLabel('Email').fill(newEmail());
      await submit.click();
      await expect(toasts(page)).toContainText('An error occurred');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('paper-pinwheel-42');
    });
    await page.unrouteAll();

    await test.step('creates an account without sending the confirmation, and leads to sign-in (A08, P08, Q08, S22, T05)', async () => {
      await fillSignUp(page, email);
      const asked = page.waitForRequest((request) => request.url().endsWith('/api/users/register'));
      const visited: string[] = [];
      page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
      await main(page).getByRole('button', { name: 'Sign up' }).click();
      expect((await asked).postDataJSON()).toEqual({
        firstName: 'Olive',
        lastName: 'Thimble',
        email,
        licenseType: 'FABRIC_SHOP',
        businessVerificationLink: '@olivesews',
        password: 'paper-pinwheel-42',
      });
      await expect(toasts(page)).toContainText('Sign up successful');
      await expect(page).toHaveURL('/');
      expect(visited[0]).toBe('/sign-in');
      expect(api.sql('SELECT licenseType, status FROM accounts WHERE email = ?', email)).toEqual([
        { licenseType: 'FABRIC_SHOP', status: 'pending' },
      ]);
    });

    await test.step('is signed in after the sign-up, and reads how long approval takes', async () => {
      await expect(page.getByRole('region', { name: 'Notices' })).toContainText('within a day');
      await page.goto('/sign-in');
      await expect(main(page)).not.toContainText(messages.approval.waiting);
    });
  });

  test('a sign-up whose sign-in fails leads to a filled sign-in', async ({ page }) => {
    const email = newEmail();
    await page.goto('/sign-up');
    await failCall(page, 'login');
    await fillSignUp(page, email);
    await main(page).getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/sign-in');
    await expect(main(page)).toContainText(messages.approval.waiting);
    await expect(page.getByLabel('Email')).toHaveValue(email);
  });

  test('validates the sign-in, keeps what the server refuses, and signs in and out', async ({
    page,
    api,
  }) => {
    const { email, password, user } = await api.newBuyer();
    await page.goto('/sign-in');
    await test.step('validates the sign-in form (M02, Q09)', async () => {
      const submit = main(page).getByRole('button', { name: 'Sign in' });
      const address = page.getByLabel('Email');
      const secret = page.getByLabel('Password', { exact: true });
      await expect(submit).toBeDisabled();
      await address.fill('olive');
      await expect(address).toHaveAccessibleDescription('Invalid email address');
      await address.fill('');
      await expect(address).toHaveAccessibleDescription('Email is required');
      await secret.fill('12345');
      await expect(secret).toHaveAccessibleDescription('Password must be at least 6 characters');
      await secret.fill('');
      await expect(secret).toHaveAccessibleDescription('Password is required');
      await expect(submit).toBeDisabled();
      await fillSignIn(page, 'olive@shop.example', '123456');
      await expect(submit).toBeEnabled();
    });

    await test.step("keeps the sign-in form, with the server's message or the fallback (P01, T01, T06)", async () => {
      await fillSignIn(page, email, 'not-the-password');
      const answered = page.waitForResponse((response) =>
        response.url().endsWith('/api/users/login'),
      );
      const submit = main(page).getByRole('button', { name: 'Sign in' });
      await submit.click();
      const { message } = await (await answered).json();
      expect(message).toMatch(/\w{3,}/);
      await expect(toasts(page)).toContainText(message);
      await expect(page).toHaveURL('/sign-in');

      await failCall(page, 'login');
      await submit.click();
      await expect(toasts(page)).toContainText('Something went wrong');
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await expect(signInLink(page)).toBeVisible();
    });
    await page.unrouteAll();

    await test.step('signs in, shows the account menu, and signs out (A08, C09, C10, C11, C12, O03, P01, P02, P03, P09, T06)', async () => {
      await fillSignIn(page, email, password);
      await main(page).getByRole('button', { name: 'Sign in' }).click();
      await expect(toasts(page)).toContainText('Login Successful');
      await expect(page).toHaveURL('/');
      expect(await savedSession(page)).toEqual({
        user,
        accessToken: expect.stringMatching(/^[\w-]{40,}$/),
        approved: true,
      });

      await expect(signInLink(page)).toHaveCount(0);
      const avatar = page.getByRole('button', { name: 'Account of Hazel' });
      await expect(avatar).toHaveText('H');
      const menu = page.getByRole('menu', { name: 'Account' });
      await avatar.click();
      await expect(menu.getByRole('menuitem')).toHaveText(['My Account', 'Settings', 'Logout']);
      await menu.getByRole('menuitem', { name: 'My Account' }).click();
      await expect(page).toHaveURL('/dashboard/my-account');
      await avatar.click();
      await menu.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page).toHaveURL('/dashboard/my-account#app');

      await avatar.click();
      await menu.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/sign-in');
      await expect(signInLink(page)).toBeVisible();
      expect(await savedSession(page)).toEqual({ user: null, accessToken: null, approved: false });
      await page.goto('/dashboard/my-account');
      await expect(page).toHaveURL('/sign-in');
    });
  });
});

test("sends the token with every call, and shows the avatar's image if there is one", async ({
  page,
  api,
}) => {
  const { token, user } = await signInPage(page, api);
  const [product] = await api.products();
  const url = product?.images[0]?.url ?? '';
  api.sql('UPDATE accounts SET avatarUrl = ? WHERE id = ?', url, user._id);
  await test.step('sends the token with every call (R06)', async () => {
    const headers = new Map<string, string | undefined>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      headers.set(pathname, request.headers().authorization);
    });
    await page.goto('/terms-conditions');
    await page.getByRole('banner').getByRole('link', { name: 'SHOP' }).click();
    await main(page).getByRole('article').first().getByRole('link').click();
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => [...headers.keys()]).toContain('/api/users/me');
    await expect.poll(() => headers.size).toBeGreaterThan(3);
    expect(new Set(headers.values())).toEqual(new Set([`Bearer ${token}`]));
  });

  await test.step("shows the avatar's image if there is one (C10, O02)", async () => {
    const avatar = page.getByRole('button', { name: 'Account of Hazel' });
    await expect(avatar.locator('img')).toHaveAttribute('src', url);
    await expect(avatar).not.toHaveText('H');
  });
});

test('asks a visitor to sign in, then continues to where they were going', {
  tag: ['@P09', '@R02', '@R03'],
}, async ({ page, api }) => {
  const { email, password } = await api.newBuyer();
  await page.goto('/shop');
  await page.goto('/dashboard/my-orders?from=mail');
  await expect(page).toHaveURL('/sign-in');
  // The protected URL was replaced, so Back doesn't lead to it again.
  await page.goBack();
  await expect(page).toHaveURL('/shop');
  await page.goForward();
  await expect(page).toHaveURL('/sign-in');

  await fillSignIn(page, email, password);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard/my-orders?from=mail');
  await page.goBack();
  await expect(page).toHaveURL('/shop');
});

test('leads a pending account home from its orders, until it is approved', async ({
  page,
  api,
}) => {
  const { user } = await signInPage(page, api, { status: 'pending' });
  await test.step('leads a pending account home from its orders, but not from its account (A08, L01, P02, R02, R04, R05)', async () => {
    for (const path of ['/dashboard', '/dashboard/my-orders']) {
      // A toast disappears, and a slow load must not outlast it.
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page).toHaveURL('/');
      await expect(toasts(page).getByText('You are not an approved user.')).toHaveCount(1);
    }
    expect(await savedSession(page)).toMatchObject({ approved: false });
    await page.goto('/dashboard/my-account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account');
    const side = page.getByRole('complementary', { name: 'Account' });
    await expect(side).toContainText('HBHazel ButtonInactive');
    await expect(page.getByText('Your account is waiting for approval.')).toBeVisible();
  });

  await test.step('recognizes an account as soon as it is approved (L01, P02, R02)', async () => {
    api.sql("UPDATE accounts SET status = 'approved' WHERE id = ?", user._id);
    await page.goto('/dashboard/my-account');
    await expect(page.getByRole('complementary', { name: 'Account' })).toContainText(
      'Hazel ButtonActive',
    );
    await expect.poll(() => savedSession(page)).toMatchObject({ approved: true });
    await page.goto('/dashboard/my-orders');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My orders');
  });
});

test('ignores half a session', { tag: ['@P04', '@R02'] }, async ({ page, api }) => {
  const { user, token } = await api.newBuyer();
  await page.goto('/terms-conditions');
  for (const half of [
    { user, accessToken: null, approved: true },
    { user: null, accessToken: token, approved: true },
    { user, accessToken: '', approved: true },
  ]) {
    await page.evaluate((auth) => localStorage.setItem('auth', auth), JSON.stringify(half));
    await page.goto('/dashboard/my-account');
    await expect(page).toHaveURL('/sign-in');
    await expect(signInLink(page)).toBeVisible();
  }
});

test.describe('with a session that the server has ended', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('asks the buyer to sign in again', async ({ page, api }) => {
    const { token } = await signInPage(page, api);
    await api.call('logout', { token });
    await page.goto('/shop', { waitUntil: 'commit' });
    await expect(toasts(page)).toContainText('Your session has expired. Please sign in again.');
    await expect(signInLink(page)).toBeVisible();
  });
});
