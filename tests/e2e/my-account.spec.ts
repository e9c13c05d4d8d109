import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import { failCall, holdCall, watchCalls } from '#tests/support/page-calls.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const path = '/dashboard/my-account';
const main = (page: Page) => page.getByRole('main');
const side = (page: Page) => page.getByRole('complementary', { name: 'Account' });
const part = (page: Page, name: string) => main(page).getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** The value of a term in a section. */
const fact = (page: Page, name: string, term: string): Locator =>
  part(page, name)
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: term }) })
    .getByRole('definition');
const savedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').user);
const sent = (page: Page, call: string): Promise<Request> =>
  page.waitForRequest(
    (request) => request.url().endsWith(`/api/users/${call}`) && request.method() !== 'GET',
  );
const accountOf = (api: ShopApi, id: string) =>
  api.sql(
    'SELECT firstName, lastName, email, licenseType, businessVerificationLink FROM accounts WHERE id = ?',
    id,
  )[0];

async function openModal(page: Page, button: string): Promise<Locator> {
  await main(page).getByRole('button', { name: button }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

test('shows the account, and changes its name and licence', async ({ page, api }) => {
  const { user } = await signInPage(page, api);
  await page.goto(path);
  await test.step('restores the saved name with DISCARD, without a call or a message (L02, L03)', async () => {
    const personal = part(page, 'Personal info');
    const asked = watchCalls(page, 'updateUser');
    await personal.getByLabel('First name').fill('');
    await expect(personal.getByLabel('First name')).toHaveAccessibleDescription(
      'First Name is required',
    );
    await expect(personal.getByRole('button', { name: 'UPDATE' })).toBeDisabled();
    await personal.getByLabel('Last name').fill('Something else');
    await personal.getByRole('button', { name: 'DISCARD' }).click();
    await expect(personal.getByLabel('First name')).toHaveValue('Hazel');
    await expect(personal.getByLabel('Last name')).toHaveValue('Button');
    await expect(personal.getByRole('button', { name: 'UPDATE' })).toBeEnabled();
    expect(asked).toEqual([]);
    await expect(toasts(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('shows initials, name and status of the account, and changes the name (A06, L01, L02, S27, T04)', async () => {
    await expect(side(page)).toContainText('HBHazel ButtonActive');
    const personal = part(page, 'Personal info');
    const firstName = personal.getByLabel('First name');
    const lastName = personal.getByLabel('Last name');
    await expect(firstName).toHaveValue('Hazel');
    await expect(lastName).toHaveValue('Button');

    await firstName.fill(' Willow ');
    await lastName.fill('Thread');
    const request = sent(page, 'update');
    await personal.getByRole('button', { name: 'UPDATE' }).click();
    expect((await request).method()).toBe('PUT');
    expect((await request).postDataJSON()).toEqual({ firstName: 'Willow', lastName: 'Thread' });
    await expect(toasts(page)).toContainText('Profile Updated Successfully');
    await expect(side(page)).toContainText('WTWillow ThreadActive');
    await expect(firstName).toHaveValue('Willow');
    expect(accountOf(api, user._id)).toMatchObject({ firstName: 'Willow', lastName: 'Thread' });
    await page.reload();
    await expect(firstName).toHaveValue('Willow');
    await expect(page.getByRole('button', { name: 'Account of Willow' })).toHaveText('W');
  });

  await test.step('shows the licence information and edits it in a modal (A06, L04, L05, L07, S29, T04)', async () => {
    const name = 'License information';
    await expect(fact(page, name, 'License type')).toHaveText('Small business');
    const link = fact(page, name, 'Business verification link');
    await expect(link).toHaveText('https://shop.example/hazel');
    await expect(link.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');

    const modal = await openModal(page, 'Edit License Information');
    const update = modal.getByRole('button', { name: 'Update' });
    await expect(update).toBeEnabled();
    await modal.getByLabel('License type').selectOption('');
    await expect(update).toBeDisabled();
    await modal.getByLabel('License type').selectOption('FABRIC_SHOP');
    await expect(update).toBeEnabled();
    await modal.getByLabel('Business verification link').fill('');
    await expect(update).toBeDisabled();
    await modal.getByLabel('Business verification link').fill('@willowsews');
    const profileCalls = watchCalls(page, 'updateUser');
    const request = sent(page, 'update-license-info');
    await update.click();
    expect((await request).method()).toBe('PUT');
    expect((await request).postDataJSON()).toEqual({
      licenseType: 'FABRIC_SHOP',
      businessVerificationLink: '@willowsews',
    });
    await expect(toasts(page)).toContainText('License information updated successfully');
    await expect(modal).toBeHidden();
    await expect(fact(page, name, 'License type')).toHaveText('Fabric shop');
    await expect(link).toHaveText('https://www.instagram.com/willowsews');
    expect(profileCalls).toEqual([]);
    expect(accountOf(api, user._id)).toMatchObject({
      licenseType: 'FABRIC_SHOP',
      businessVerificationLink: 'https://www.instagram.com/willowsews',
    });
  });

  await test.step('returns the focus to the button of each modal', async () => {
    for (const name of [
      'Edit License Information',
      'Change Email',
      'Change Password',
      'Delete my account',
    ]) {
      const button = main(page).getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      // Escape goes to the focused element, and the dialog takes the focus a moment after it appears.
      await expect(dialog(page).and(page.locator(':focus-within'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      await expect(button).toBeFocused();
    }
  });

  await test.step('links from Settings to what is saved on this device (C11)', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'T&C', exact: true }).click();
    for (const _ of ['from another page', 'on the page itself']) {
      await page.getByRole('button', { name: 'Account of Willow' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page).toHaveURL(`${path}#app`);
      const heading = part(page, 'App and offline storage').getByRole('heading', { level: 2 });
      await expect(heading).toBeInViewport();
      await expect(heading).toBeFocused();
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    }
    const name = 'App and offline storage';
    await expect(fact(page, name, 'Cart on this device')).toHaveText('No designs');
    await expect(fact(page, name, 'Wishlist on this device')).toHaveText('No designs');
    await expect(fact(page, name, 'Storage')).toContainText('Not protected');
    await expect(fact(page, name, 'Space used')).toHaveText(
      /^[\d.]+\u00a0[MG]B of up to [\d.]+\u00a0[MG]B$/,
    );
  });
});

test('says Not set and N/A if the device knows nothing', { tag: ['@A06', '@L04', '@L06'] }, async ({
  page,
  api,
}) => {
  const { user, token } = await api.newBuyer();
  await holdCall(page, 'me');
  const { licenseType: _, ...rest } = user;
  const bare = { ...rest, email: '', businessVerificationLink: '' };
  await page.addInitScript(
    (auth) => localStorage.setItem('auth', auth),
    JSON.stringify({ user: bare, accessToken: token, approved: true }),
  );
  await page.goto(path);
  await expect(fact(page, 'License information', 'License type')).toHaveText('Not set');
  await expect(fact(page, 'License information', 'Business verification link')).toHaveText(
    'Not set',
  );
  await expect(fact(page, 'Login info', 'Login email')).toHaveText('N/A');
  const modal = await openModal(page, 'Edit License Information');
  await expect(modal.getByRole('button', { name: 'Update' })).toBeDisabled();
});

test.describe('refused by the server', () => {
  test.use({ expectedErrors: [/status of (409|422|500)/] });

  test('changes e-mail and password once the server accepts them', async ({ page, api }) => {
    const { email, password, user } = await signInPage(page, api);
    const taken = await api.newBuyer();
    const next = email.replace('buyer', 'moved');
    await page.goto(path);
    await test.step('leaves validating e-mail and password to the server, and keeps what was typed (Q16)', async () => {
      const modal = await openModal(page, 'Change Email');
      const email = modal.getByLabel('New email');
      const secret = modal.getByLabel('Current password', { exact: true });
      await secret.fill(password);
      for (const [typed, message] of [
        ['', 'Email is required'],
        ['no address', 'Invalid email address'],
        [taken.email, 'An account with this e-mail already exists.'],
      ] as const) {
        await email.fill(typed);
        await expect(email).toHaveAccessibleDescription('');
        const request = sent(page, 'update');
        await modal.getByRole('button', { name: 'Update' }).click();
        expect((await request).postDataJSON()).toEqual({ email: typed, oldPassword: password });
        await expect(email).toHaveAccessibleDescription(message);
        await expect(email).toHaveValue(typed);
      }
      for (const [typed, message] of [
        ['', 'Password is required'],
        ['not the one', 'Incorrect password.'],
      ] as const) {
        await secret.fill(typed);
        await modal.getByRole('button', { name: 'Update' }).click();
        await expect(secret).toHaveAccessibleDescription(message);
      }
      await page.keyboard.press('Escape');
      await expect(modal).toBeHidden();

      await openModal(page, 'Change Password');
      const current = modal.getByLabel('Current password', { exact: true });
      const fresh = modal.getByLabel('New password', { exact: true });
      await current.fill('1');
      await fresh.fill('2');
      await expect(fresh).not.toHaveAttribute('aria-invalid', 'true');
      await modal.getByRole('button', { name: 'Update' }).click();
      await expect(fresh).toHaveAccessibleDescription(
        'Password must be at least 6 characters long',
      );
      await fresh.fill('a-fresh-start');
      await modal.getByRole('button', { name: 'Update' }).click();
      await expect(current).toHaveAccessibleDescription('Incorrect password.');
      await expect(toasts(page)).toContainText('Incorrect password.');
      await expect(fresh).toHaveValue('a-fresh-start');
    });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();

    await test.step('falls back to its own messages if the shop has none (T03)', async () => {
      await failCall(page, 'updateUser');
      await failCall(page, 'updateLicence');
      await part(page, 'Personal info').getByLabel('First name').fill('Willow');
      await part(page, 'Personal info').getByRole('button', { name: 'UPDATE' }).click();
      await expect(toasts(page).getByText('Failed to update profile')).toHaveCount(1);
      await expect(part(page, 'Personal info').getByLabel('First name')).toHaveValue('Willow');
      await expect(side(page)).toContainText('Hazel Button');

      for (const [button, text] of [
        ['Change Email', 'Failed to update email'],
        ['Change Password', 'Failed to update password'],
        ['Edit License Information', 'Failed to update profile'],
      ] as const) {
        const modal = await openModal(page, button);
        await modal.getByRole('button', { name: 'Update' }).click();
        await expect(toasts(page).getByText(text).first()).toBeVisible();
        await expect(modal).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(modal).toBeHidden();
      }
    });
    await page.unrouteAll();
    await page.reload();

    await test.step('changes the e-mail at once (L06, L07, S27, S28, T04)', async () => {
      await expect(fact(page, 'Login info', 'Login email')).toHaveText(email);
      const modal = await openModal(page, 'Change Email');
      await modal.getByLabel('New email').fill(next);
      await modal.getByLabel('Current password', { exact: true }).fill(password);
      const request = sent(page, 'update');
      // The one that the reload asked for may still be on its way.
      const renewed = page.waitForResponse(
        async (answer) =>
          answer.url().endsWith('/api/users/me') && (await answer.text()).includes(next),
      );
      await modal.getByRole('button', { name: 'Update' }).click();
      expect((await request).postDataJSON()).toEqual({ email: next, oldPassword: password });
      await expect(toasts(page)).toContainText('Email Updated Successfully');
      await expect(modal).toBeHidden();
      await expect(main(page).getByRole('button', { name: 'Change Email' })).toBeFocused();
      await expect(fact(page, 'Login info', 'Login email')).toHaveText(next);
      expect(await (await renewed).json()).toMatchObject({ success: true, user: { email: next } });
      expect(await savedUser(page)).toMatchObject({ _id: user._id, email: next });
      await expect(api.call('login', { body: { email: next, password } })).resolves.toMatchObject({
        email: next,
      });
    });

    await test.step('changes the password and stays signed in (L06, L07, S27, T04)', async () => {
      const elsewhere = await api.call('login', { body: { email: next, password } });
      const modal = await openModal(page, 'Change Password');
      await modal.getByLabel('Current password', { exact: true }).fill(password);
      await modal.getByLabel('New password', { exact: true }).fill('a-fresh-start');
      const request = sent(page, 'update');
      await modal.getByRole('button', { name: 'Update' }).click();
      expect((await request).postDataJSON()).toEqual({
        oldPassword: password,
        password: 'a-fresh-start',
      });
      await expect(toasts(page)).toContainText('Password Updated Successfully');
      await expect(modal).toBeHidden();

      await expect(api.call('me', { token: elsewhere.token })).rejects.toThrow('401');
      await page.reload();
      await expect(side(page)).toContainText('Hazel Button');
      await expect(
        api.call('login', { body: { email: next, password: 'a-fresh-start' } }),
      ).resolves.toMatchObject({ email: next });
    });
  });

  test('exports what the shop stores, and deletes the account', async ({ page, api }) => {
    const { user, email, token, password } = await signInPage(page, api);
    const [product] = await api.products();
    const body = { productId: product?._id ?? '' };
    await page.goto(`/product-details/${product?._id}`);
    await main(page).getByRole('button', { name: 'Add to Cart' }).first().click();
    await expect(page.getByRole('link', { name: /^Cart/ })).toContainText('1');
    await test.step('exports what the shop stores', async () => {
      await api.call('wishlistAdd', { token, body });
      // The export is compared with a second one, so it must not change in between.
      const unsent = async () =>
        (await api.call('myData', { token })).mails.filter((m) => !m.sentAt);
      await expect.poll(unsent).toEqual([]);
      await page.goto(path);
      const downloaded = page.waitForEvent('download');
      await main(page).getByRole('button', { name: 'Download my data' }).click();
      const download = await downloaded;
      expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
      const data = JSON.parse(await readFile(await download.path(), 'utf8'));
      expect(data).toMatchObject({
        account: { email, firstName: 'Hazel' },
        cart: [body],
        orders: [],
      });
      expect({ ...(await api.call('myData', { token })), takenAt: data.takenAt }).toEqual(data);
    });

    await test.step('asks for the password before an account is deleted, then forgets the account', async () => {
      await expect(fact(page, 'App and offline storage', 'Cart on this device')).toHaveText(
        '1 design',
      );
      const modal = await openModal(page, 'Delete my account');
      const submit = modal.getByRole('button', { name: 'Delete my account' });
      await expect(submit).toBeDisabled();
      const typed = modal.getByLabel('Password', { exact: true });
      await typed.fill('not-the-password');
      await submit.click();
      await expect(typed).toHaveAccessibleDescription('Incorrect password.');
      expect(await savedUser(page)).toMatchObject({ email });

      await typed.fill(password);
      await submit.click();
      await expect(page).toHaveURL('/');
      await expect(toasts(page)).toContainText('Your account has been deleted.');
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByRole('link', { name: /^Cart/ })).toContainText('0');
      expect(await savedUser(page)).toBeNull();
      expect(accountOf(api, user._id)).toMatchObject({ firstName: '', lastName: '' });
      await expect(api.call('login', { body: { email, password } })).rejects.toThrow('401');
      const left = await page.evaluate(async () =>
        (await indexedDB.databases()).map(({ name }) => name ?? ''),
      );
      expect(left.filter((name) => name.includes(user._id))).toEqual([]);
    });
  });
});

test('lets a pending account correct its licence, and says what to do', {
  tag: ['@L01', '@L04', '@S29'],
}, async ({ page, api }) => {
  const { user } = await signInPage(page, api, { status: 'pending' });
  await page.goto(path);
  await expect(side(page)).toContainText('HBHazel ButtonInactive');
  await expect(main(page)).toContainText(
    'We review your license type and business verification link',
  );
  const modal = await openModal(page, 'Edit License Information');
  await modal.getByLabel('Business verification link').fill('willow.example');
  await modal.getByRole('button', { name: 'Update' }).click();
  await expect(toasts(page)).toContainText('License information updated successfully');
  expect(accountOf(api, user._id)).toMatchObject({
    businessVerificationLink: 'https://willow.example/',
  });
});
