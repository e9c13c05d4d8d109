import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { User } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { factOf } from '#tests/support/fact-of.ts';
import { newUser, notifications, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal } from '#tests/support/shop-at-fetch.ts';

const path = paths.myAccount.path;
const password = 'paper-pinwheel-42';

const main = page.getByRole('main');
const side = page.getByRole('complementary', { name: 'Account' });
const part = (name: string) => main.getByRole('region', { name });
const personal = part('Personal info');
const firstName = personal.getByLabelText('First name');
const lastName = personal.getByLabelText('Last name');
const updateNames = personal.getByRole('button', { name: 'UPDATE' });
const modal = page.getByRole('dialog');
const update = modal.getByRole('button', { name: 'Update' });
const link = modal.getByLabelText('Business verification link');
const licence = modal.getByLabelText('License type');
const newEmail = modal.getByLabelText('New email');
const current = modal.getByLabelText('Current password', { exact: true });
const fresh = modal.getByLabelText('New password', { exact: true });
const openModal = (button: string) => main.getByRole('button', { name: button }).click();
const licenceFact = (term: string) => factOf(part('License information'), term);
const loginEmail = () => factOf(part('Login info'), 'Login email');
const storageFact = (term: string) => factOf(part('App and offline storage'), term);
const savedUser = () => JSON.parse(localStorage.getItem('auth') ?? '{}').user;

function openAccount(changes: Partial<User> = {}) {
  const user = newUser({
    firstName: 'Hazel',
    businessVerificationLink: 'https://shop.example/hazel',
    ...changes,
  });
  return openShop({ path, user });
}

async function closeModal(): Promise<void> {
  // Escape goes to the focused element, and the dialog takes the focus a moment after it appears.
  await expect.poll(() => modal.query()?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(modal).toHaveLength(0);
}

test('restores the saved name with DISCARD, without a call or a message (L02, L03)', async () => {
  const shop = await openAccount();
  await firstName.fill('');
  await expect.element(firstName).toHaveAccessibleDescription('First Name is required');
  await expect.element(updateNames).toBeDisabled();
  await lastName.fill('Something else');
  await personal.getByRole('button', { name: 'DISCARD' }).click();
  await expect.element(firstName).toHaveValue('Hazel');
  await expect.element(lastName).toHaveValue('Button');
  await expect.element(updateNames).toBeEnabled();
  expect(shop.bodiesOf('updateUser')).toEqual([]);
  await expect.element(notifications.getByRole('listitem')).toHaveLength(0);
});

test('shows initials, name and status of the account, and changes the name (A06, L01, L02, S27, T04)', async () => {
  const shop = await openAccount();
  await expect.element(side).toMatchTextContent('HBHazel ButtonActive');
  await expect.element(firstName).toHaveValue('Hazel');
  await expect.element(lastName).toHaveValue('Button');

  await firstName.fill(' Willow ');
  await lastName.fill('Thread');
  await updateNames.click();
  await expect.element(toastOf('Profile Updated Successfully')).toBeVisible();
  expect(shop.bodiesOf('updateUser')).toEqual([{ firstName: 'Willow', lastName: 'Thread' }]);
  await expect.element(side).toMatchTextContent('WTWillow ThreadActive');
  await expect.element(firstName).toHaveValue('Willow');
  await shop.reload();
  await expect.element(firstName).toHaveValue('Willow');
  const avatar = page.getByRole('button', { name: 'Account of Willow' });
  await expect.element(avatar).toHaveTextContent('W');
});

test('keeps what is typed while the name or the billing details are being saved', async () => {
  const shop = await openAccount();
  const receipts = part('On your receipts');
  const company = receipts.getByLabelText('Company');
  const taxId = receipts.getByLabelText('Tax ID');
  for (const [field, button, other] of [
    [firstName, updateNames, lastName],
    [company, receipts.getByRole('button', { name: 'UPDATE' }), taxId],
  ] as const) {
    const release = shop.hold('updateUser');
    await field.fill(' Saved ');
    await button.click();
    await other.fill('Typed meanwhile');
    release();
    await expect.element(toastOf('Profile Updated Successfully').first()).toBeVisible();
    await expect.element(button).toHaveTextContent('UPDATE');
    await expect.element(other).toHaveValue('Typed meanwhile');
    await button.click();
    await expect.element(button).toHaveTextContent('UPDATE');
  }
  await expect
    .poll(() => shop.bodiesOf('updateUser'))
    .toMatchObject([
      { firstName: 'Saved', lastName: 'Button' },
      { firstName: 'Saved', lastName: 'Typed meanwhile' },
      { billing: { taxId: '' } },
      { billing: { taxId: 'Typed meanwhile' } },
    ]);
});

test('shows the licence information and edits it in a modal (A06, L04, L05, L07, S29, T04)', async () => {
  const shop = await openAccount();
  await expect.poll(() => licenceFact('License type')).toBe('Small business');
  const term = 'Business verification link';
  expect(licenceFact(term)).toBe('https://shop.example/hazel');
  const anchor = part('License information').getByRole('link');
  await expect.element(anchor).toHaveAttribute('rel', 'noopener noreferrer nofollow');

  await openModal('Edit License Information');
  await expect.element(update).toBeEnabled();
  await licence.selectOptions('');
  await expect.element(update).toBeDisabled();
  await licence.selectOptions('FABRIC_SHOP');
  await expect.element(update).toBeEnabled();
  await link.fill('');
  await expect.element(update).toBeDisabled();
  await link.fill('@willowsews');
  await update.click();
  await expect.element(toastOf('License information updated successfully')).toBeVisible();
  await expect.element(modal).toHaveLength(0);
  await expect.poll(() => licenceFact('License type')).toBe('Fabric shop');
  expect(licenceFact(term)).toBe('https://www.instagram.com/willowsews');
  expect(shop.bodiesOf('updateLicence')).toEqual([
    { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@willowsews' },
  ]);
  expect(shop.bodiesOf('updateUser')).toEqual([]);
});

test('returns the focus to the button of each modal', async () => {
  await openAccount();
  // After that, the arrival at the screen takes the focus no more.
  await openModal('Change Email');
  await closeModal();
  for (const name of [
    'Edit License Information',
    'Change Email',
    'Change Password',
    'Delete my account',
  ]) {
    const button = main.getByRole('button', { name });
    (await button.findElement()).focus();
    await userEvent.keyboard('{Enter}');
    await closeModal();
    await expect.element(button).toHaveFocus();
  }
});

test('links from Settings to what is saved on this device (C11)', async () => {
  const shop = await openAccount();
  await shop.goto(paths.terms.path);
  const heading = part('App and offline storage').getByRole('heading', { level: 2 });
  for (const _ of ['from another page', 'on the page itself']) {
    await page.getByRole('button', { name: 'Account of Hazel' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect.poll(() => location.pathname + location.hash).toBe(`${path}#app`);
    await expect.element(heading).toBeInViewport();
    await expect.element(heading).toHaveFocus();
    scrollTo({ top: 0, behavior: 'instant' });
  }
  await expect.poll(() => storageFact('Cart on this device')).toBe('No designs');
  expect(storageFact('Wishlist on this device')).toBe('No designs');
  expect(storageFact('Storage')).toContain('Not protected');
  await expect
    .poll(() => storageFact('Space used'))
    .toMatch(/^[\d.]+\u00a0[MG]B of up to [\d.]+\u00a0[MG]B$/);
});

test('says Not set and N/A if the device knows nothing (A06, L04, L06)', async () => {
  // As a version that knew no licence type saved it.
  const { licenseType: _, ...rest } = newUser({ email: '', businessVerificationLink: '' });
  await openShop({
    path,
    user: rest as User,
    prepare: (shop) => void shop.hold('me'),
  });
  await expect.poll(() => licenceFact('License type')).toBe('Not set');
  expect(licenceFact('Business verification link')).toBe('Not set');
  expect(loginEmail()).toBe('N/A');
  await openModal('Edit License Information');
  await expect.element(update).toBeDisabled();
});

test('leaves validating e-mail and password to the shop, and keeps what was typed (Q16)', async () => {
  const shop = await openAccount();
  await openModal('Change Email');
  await current.fill(password);
  const taken = 'An account with this e-mail already exists.';
  shop.handlers.updateUser = () => {
    throw new Refusal('EMAIL_TAKEN', { message: taken, fields: { email: taken } });
  };
  const typed = ['', 'no address', 'taken@shop.example'];
  const messages = ['Email is required', 'Invalid email address', taken];
  for (const [index, email] of typed.entries()) {
    await newEmail.fill(email);
    await expect.element(newEmail).not.toHaveAccessibleDescription();
    await update.click();
    await expect.element(newEmail).toHaveAccessibleDescription(messages[index] ?? '');
    await expect.element(newEmail).toHaveValue(email);
  }
  expect(shop.bodiesOf('updateUser')).toEqual(
    typed.map((email) => ({ email, oldPassword: password })),
  );

  const wrong = 'Incorrect password.';
  shop.handlers.updateUser = () => {
    throw new Refusal('WRONG_PASSWORD', { message: wrong, fields: { oldPassword: wrong } });
  };
  for (const [secret, message] of [
    ['', 'Password is required'],
    ['not the one', wrong],
  ] as const) {
    await current.fill(secret);
    await update.click();
    await expect.element(current).toHaveAccessibleDescription(message);
  }
  await closeModal();

  await openModal('Change Password');
  await current.fill('1');
  await fresh.fill('2');
  await expect.element(fresh).not.toHaveAttribute('aria-invalid', 'true');
  await update.click();
  await expect
    .element(fresh)
    .toHaveAccessibleDescription('Password must be at least 6 characters long');
  await fresh.fill('a-fresh-start');
  await update.click();
  await expect.element(current).toHaveAccessibleDescription(wrong);
  await expect.element(toastOf(wrong)).toBeVisible();
  await expect.element(fresh).toHaveValue('a-fresh-start');
});

test('falls back to its own messages if the shop has none (T03)', async () => {
  const shop = await openAccount();
  const fail = () => {
    throw new Refusal('INTERNAL');
  };
  shop.handlers.updateUser = fail;
  shop.handlers.updateLicence = fail;
  await firstName.fill('Willow');
  await updateNames.click();
  await expect.element(toastOf('Failed to update profile')).toHaveLength(1);
  await expect.element(firstName).toHaveValue('Willow');
  await expect.element(side).toMatchTextContent('Hazel Button');

  for (const [button, field, text] of [
    ['Change Email', newEmail, 'Failed to update email'],
    ['Change Password', fresh, 'Failed to update password'],
    ['Edit License Information', link, 'Failed to update profile'],
  ] as const) {
    await openModal(button);
    // What the shop would refuse never reaches a handler.
    await field.fill('willow@shop.example');
    if (field !== link) await current.fill(password);
    await update.click();
    await expect.element(toastOf(text).first()).toBeVisible();
    await expect.element(modal).toBeVisible();
    await closeModal();
  }
});

test('changes the e-mail at once (L06, L07, S27, S28, T04)', async () => {
  const shop = await openAccount();
  const next = 'moved@shop.example';
  await expect.poll(loginEmail).toBe(shop.account.user?.email);
  await openModal('Change Email');
  await newEmail.fill(next);
  await current.fill(password);
  await update.click();
  await expect.element(toastOf('Email Updated Successfully')).toBeVisible();
  expect(shop.bodiesOf('updateUser')).toEqual([{ email: next, oldPassword: password }]);
  await expect.element(modal).toHaveLength(0);
  await expect.element(main.getByRole('button', { name: 'Change Email' })).toHaveFocus();
  await expect.poll(loginEmail).toBe(next);
  const asked = () => shop.sent.map(({ name }) => name);
  await expect.poll(() => asked().lastIndexOf('me')).toBeGreaterThan(asked().indexOf('updateUser'));
  await expect.poll(savedUser).toMatchObject({ _id: shop.account.user?._id, email: next });
});

test('changes the password and stays signed in (L06, L07, S27, T04)', async () => {
  const shop = await openAccount();
  await openModal('Change Password');
  await current.fill(password);
  await fresh.fill('a-fresh-start');
  await update.click();
  await expect.element(toastOf('Password Updated Successfully')).toBeVisible();
  expect(shop.bodiesOf('updateUser')).toEqual([
    { oldPassword: password, password: 'a-fresh-start' },
  ]);
  await expect.element(modal).toHaveLength(0);
  await shop.reload();
  await expect.element(side).toMatchTextContent('Hazel Button');
});

test('without the shop, changing the e-mail says that nothing changed and keeps what was typed', async () => {
  const shop = await openAccount();
  await openModal('Change Email');
  await newEmail.fill('next@shop.example');
  shop.setReachable(false);
  await update.click();
  await expect.element(modal.getByRole('alert')).toMatchTextContent('your e-mail is unchanged');
  await expect.element(newEmail).toHaveValue('next@shop.example');
});

test('lets a pending account correct its licence, and says what to do (L01, L04, S29)', async () => {
  const shop = await openAccount({ status: 'pending', approved: false });
  await expect.element(side).toMatchTextContent('HBHazel ButtonInactive');
  await expect
    .element(main)
    .toMatchTextContent('We’re looking at your shop, usually within a day.');
  await openModal('Edit License Information');
  await link.fill('willow.example');
  await update.click();
  await expect.element(toastOf('License information updated successfully')).toBeVisible();
  expect(shop.bodiesOf('updateLicence')).toEqual([
    { licenseType: 'SMALL_BUSINESS', businessVerificationLink: 'willow.example' },
  ]);
  await expect
    .poll(() => licenceFact('Business verification link'))
    .toBe('https://willow.example/');
});

test('keeps company, address and tax ID for receipts, and shows what was saved after DISCARD', async () => {
  const shop = await openAccount();
  const receipts = part('On your receipts');
  const company = receipts.getByLabelText('Company');
  await company.fill('ร้านผ้า Hazel');
  await receipts.getByLabelText('Address').fill('1 Mill Road\nYork');
  await receipts.getByLabelText('Tax ID').fill('GB 123 456 789');
  await receipts.getByRole('button', { name: 'UPDATE' }).click();

  await expect.element(toastOf('Profile Updated Successfully')).toBeVisible();
  const billing = {
    company: 'ร้านผ้า Hazel',
    address: '1 Mill Road\nYork',
    taxId: 'GB 123 456 789',
  };
  expect(shop.bodiesOf('updateUser')).toEqual([{ billing }]);
  await company.fill('Another');
  await receipts.getByRole('button', { name: 'DISCARD' }).click();
  await expect.element(company).toHaveValue('ร้านผ้า Hazel');
});
