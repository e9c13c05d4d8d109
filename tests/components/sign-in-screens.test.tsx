import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { session } from '#api/session.ts';
import { messages } from '#contract/messages/messages.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { newUser, notifications, openShop, textsOf, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal } from '#tests/support/shop-at-fetch.ts';

const design = makeProduct({ _id: '1'.repeat(24), title: 'Fox nap' });
const email = 'olive@shop.example';
const password = 'paper-pinwheel-42';
const newAccount = {
  firstName: 'Olive',
  lastName: 'Thimble',
  email,
  licenseType: 'FABRIC_SHOP',
  businessVerificationLink: '@olivesews',
  password,
};

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1 });
const firstName = page.getByLabelText('First name');
const lastName = page.getByLabelText('Last name');
const address = page.getByLabelText('Email');
const licence = page.getByLabelText('License type');
const link = page.getByLabelText('Business verification link');
const secret = page.getByLabelText('Password', { exact: true });
const confirmation = page.getByLabelText('Confirm password', { exact: true });
const signUpButton = main.getByRole('button', { name: 'Sign up' });
const signInButton = main.getByRole('button', { name: 'Sign in' });
const signInLink = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
const account = page.getByRole('complementary', { name: 'Account' });
const here = () => location.pathname + location.search + location.hash;
const savedSession = () => JSON.parse(localStorage.getItem('auth') ?? 'null');

/** Fails as a shop does that can't say why. */
function fail(): never {
  throw new Refusal('INTERNAL');
}

async function fillSignUp(): Promise<void> {
  await firstName.fill(newAccount.firstName);
  await lastName.fill(newAccount.lastName);
  await address.fill(email);
  await licence.selectOptions(newAccount.licenseType);
  await link.fill(newAccount.businessVerificationLink);
  await secret.fill(password);
  await confirmation.fill(password);
}

async function fillSignIn(): Promise<void> {
  // The URL changes first, and the previous page has an e-mail field too.
  await expect.element(heading).toHaveTextContent('Sign in');
  await address.fill(email);
  await secret.fill(password);
}

/** Opens a path for a visitor who has an account. */
function openDoor(path: string) {
  const user = newUser({ firstName: 'Hazel', email });
  return openShop({
    path,
    products: [design],
    prepare(shop) {
      shop.account.user = user;
    },
  });
}

/** Goes to a path as a link in an e-mail does: with a history entry of its own. */
async function follow(shop: Awaited<ReturnType<typeof openShop>>, path: string): Promise<void> {
  history.pushState(null, '', path);
  await shop.goto(path);
}

test('remembers during sign-up where the visitor was going (R03)', async () => {
  await openShop({ path: paths.myAccount.path });
  await main.getByRole('link', { name: 'Sign up' }).click();
  await fillSignUp();
  await signUpButton.click();
  await expect.poll(here).toBe(paths.myAccount.path);
  await expect.element(page.getByText(email).first()).toBeVisible();
});

test('validates the sign-up form on each change (M01, Q01, Q02, Q03, Q04, Q05, Q06, Q07, Q08)', async () => {
  await openShop({ path: paths.signUp.path });
  await expect.element(main).toMatchTextContent(messages.approval.waiting);
  await expect.element(signUpButton).toBeDisabled();
  await fillSignUp();
  await expect.element(signUpButton).toBeEnabled();

  const refused: readonly (readonly [Locator, string, string, string])[] = [
    [firstName, newAccount.firstName, '', 'First Name is required'],
    [lastName, newAccount.lastName, '', 'Last Name is required'],
    [address, email, '', 'Email is required'],
    [address, email, 'olive at shop', 'Invalid email address'],
    [link, '@olivesews', '', 'Business Verification Link is required'],
    [confirmation, password, '', 'Confirm password is required'],
    [confirmation, password, 'paper-pinwheel-43', 'Passwords do not match'],
  ];
  for (const [field, right, wrong, text] of refused) {
    await field.fill(wrong);
    await expect.element(field).toHaveAccessibleDescription(text);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(signUpButton).toBeDisabled();
    await field.fill(right);
    await expect.element(field).not.toHaveAccessibleDescription(text);
    await expect.element(signUpButton).toBeEnabled();
  }

  await secret.fill('');
  await expect.element(secret).toHaveAccessibleDescription('Password is required');
  await secret.fill('12345');
  await expect
    .element(secret)
    .toHaveAccessibleDescription('Password must be at least 6 characters long');
  await confirmation.fill('12345');
  await expect.element(signUpButton).toBeDisabled();
  await secret.fill('123456');
  await confirmation.fill('123456');
  await expect.element(signUpButton).toBeEnabled();

  await licence.selectOptions('');
  await expect.element(licence).toHaveAccessibleDescription('License Type is required');
  await expect.element(signUpButton).toBeDisabled();
  await licence.selectOptions('SMALL_BUSINESS');
  await expect.element(signUpButton).toBeEnabled();
});

test('leads from the sign-up to what is stored in another tab, so that the form stays filled in', async () => {
  await openShop({ path: paths.signUp.path });
  const privacy = page.getByRole('main').getByRole('link', { name: 'Privacy' });
  await expect.element(privacy).toHaveAttribute('target', '_blank');
});

test('keeps the sign-up form, with the message of the shop or the fallback (T01, T05)', async () => {
  const shop = await openShop({ path: paths.signUp.path });
  const message = 'This address has an account already.';
  shop.handlers.register = () => {
    throw new Refusal('EMAIL_TAKEN', { message });
  };
  await fillSignUp();
  await signUpButton.click();
  await expect.element(toastOf(message)).toBeVisible();
  expect(here()).toBe(paths.signUp.path);
  await expect.element(firstName).toHaveValue('Olive');

  shop.handlers.register = fail;
  await signUpButton.click();
  await expect.element(toastOf('An error occurred')).toBeVisible();
  await expect.element(secret).toHaveValue(password);
});

test('creates an account without sending the confirmation, and leads to sign-in and home (A08, P08, Q08, S22, T05)', async () => {
  const shop = await openShop({ path: paths.signUp.path });
  await fillSignUp();
  const visited: string[] = [];
  const listening = new AbortController();
  onTestFinished(() => listening.abort());
  navigation.addEventListener(
    'navigate',
    ({ destination }) => visited.push(new URL(destination.url).pathname),
    listening,
  );
  await signUpButton.click();
  await expect.element(toastOf('Sign up successful')).toBeVisible();
  await expect.poll(here).toBe(paths.home.path);
  expect(visited[0]).toBe(paths.signIn.path);
  expect(shop.bodiesOf('register')).toEqual([newAccount]);

  // Signed in, and told how long approval takes.
  await expect
    .element(page.getByRole('region', { name: 'Notices' }))
    .toMatchTextContent('within a day');
  await shop.goto(paths.signIn.path);
  await expect.element(heading).toHaveTextContent('Sign in');
  await expect.element(main).not.toMatchTextContent(messages.approval.waiting);
});

test('a sign-up whose sign-in fails leads to a filled sign-in', async () => {
  const shop = await openShop({ path: paths.signUp.path });
  shop.handlers.login = fail;
  await fillSignUp();
  await signUpButton.click();
  await expect.poll(here).toBe(paths.signIn.path);
  await expect.element(main).toMatchTextContent(messages.approval.waiting);
  await expect.element(address).toHaveValue(email);
});

test('validates the sign-in form (M02, Q09)', async () => {
  await openShop({ path: paths.signIn.path });
  await expect.element(signInButton).toBeDisabled();
  for (const [field, wrong, text] of [
    [address, 'olive', 'Invalid email address'],
    [address, '', 'Email is required'],
    [secret, '12345', 'Password must be at least 6 characters'],
    [secret, '', 'Password is required'],
  ] as const) {
    await field.fill(wrong);
    await expect.element(field).toHaveAccessibleDescription(text);
  }
  await expect.element(signInButton).toBeDisabled();
  await address.fill(email);
  await secret.fill('123456');
  await expect.element(signInButton).toBeEnabled();
});

test('keeps the sign-in form, with the message of the shop or the fallback (P01, T01, T06)', async () => {
  const shop = await openDoor(paths.signIn.path);
  const message = 'Address or password is wrong.';
  shop.handlers.login = () => {
    throw new Refusal('WRONG_CREDENTIALS', { message });
  };
  await fillSignIn();
  await signInButton.click();
  await expect.element(toastOf(message)).toBeVisible();
  expect(here()).toBe(paths.signIn.path);

  shop.handlers.login = fail;
  await signInButton.click();
  await expect.element(toastOf('Something went wrong')).toBeVisible();
  await expect.element(address).toHaveValue(email);
  await expect.element(signInLink).toBeVisible();
});

test('signs in, shows the account menu, and signs out (A08, C09, C10, C11, C12, O03, P01, P02, P03, P09, T06)', async () => {
  const shop = await openDoor(paths.signIn.path);
  const { user } = shop.account;
  await fillSignIn();
  await signInButton.click();
  await expect.element(toastOf('Login Successful')).toBeVisible();
  await expect.poll(here).toBe(paths.home.path);
  expect(savedSession()).toEqual({ user, accessToken: 'a new token', approved: true });
  expect(shop.bodiesOf('login')).toEqual([{ email, password }]);

  await expect.element(signInLink).toHaveLength(0);
  const avatar = page.getByRole('button', { name: 'Account of Hazel' });
  await expect.element(avatar).toHaveTextContent('H');
  const item = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
  await avatar.click();
  await expect.element(item).toHaveLength(3);
  expect(textsOf(item)).toEqual(['My Account', 'Settings', 'Logout']);
  await item.filter({ hasText: 'My Account' }).click();
  await expect.poll(here).toBe(paths.myAccount.path);
  await avatar.click();
  await item.filter({ hasText: 'Settings' }).click();
  await expect.poll(here).toBe(`${paths.myAccount.path}#app`);

  await avatar.click();
  await item.filter({ hasText: 'Logout' }).click();
  await expect.poll(here).toBe(paths.signIn.path);
  await expect.element(signInLink).toBeVisible();
  expect(savedSession()).toEqual({ user: null, accessToken: null, approved: false });
  await expect
    .poll(() => shop.sent.find(({ name }) => name === 'logout')?.token)
    .toBe('a new token');
  await shop.goto(paths.myAccount.path);
  await expect.poll(here).toBe(paths.signIn.path);
});

test("sends the token with every call, and shows the avatar's image if there is one (C10, O02, R06)", async () => {
  const user = newUser({ firstName: 'Hazel' });
  const url = 'data:,avatar.avif';
  const shop = await openShop({
    path: paths.terms.path,
    products: [design],
    user,
    prepare: (itsShop) => {
      itsShop.account.user = { ...user, avatar: { url } };
    },
  });
  await page.getByRole('banner').getByRole('link', { name: 'SHOP' }).click();
  await main.getByRole('article').first().getByRole('link').first().click();
  await expect.poll(here).toBe(productPath(design._id));
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  const asked = () => new Set(shop.sent.map(({ name }) => name));
  await expect.poll(asked).toContain('me');
  await expect.poll(() => asked().size).toBeGreaterThan(3);
  expect(new Set(shop.sent.map(({ token }) => token))).toEqual(new Set(['a token']));

  const avatar = page.getByRole('button', { name: 'Account of Hazel' });
  await expect.poll(() => avatar.element().querySelector('img')?.src).toBe(url);
  await expect.element(avatar).not.toMatchTextContent('H');
});

test('asks a visitor to sign in, then continues to where they were going (P09, R02, R03)', async () => {
  const shop = await openDoor(paths.shop.path);
  const wanted = `${paths.myOrders.path}?from=mail`;
  await follow(shop, wanted);
  await expect.poll(here).toBe(paths.signIn.path);
  // The protected URL was replaced, so Back doesn't lead to it again.
  history.back();
  await expect.poll(here).toBe(paths.shop.path);
  history.forward();
  await expect.poll(here).toBe(paths.signIn.path);

  await fillSignIn();
  await signInButton.click();
  await expect.poll(here).toBe(wanted);
  history.back();
  await expect.poll(here).toBe(paths.shop.path);
});

test('leads a pending account home from its orders, but not from its account, until it is approved (A08, L01, P02, R02, R04, R05)', async () => {
  const user = newUser({ status: 'pending', approved: false });
  const shop = await openShop({ path: paths.terms.path, user });
  for (const path of [paths.dashboard.path, paths.myOrders.path]) {
    await shop.goto(path);
    await expect.poll(here).toBe(paths.home.path);
    await expect.element(toastOf('You are not an approved user.')).toHaveLength(1);
  }
  expect(savedSession()).toMatchObject({ approved: false });
  await shop.goto(paths.myAccount.path);
  await expect.element(heading).toHaveTextContent('My account');
  await expect.element(account).toMatchTextContent(`${user.firstName} ${user.lastName}Inactive`);
  await expect.element(page.getByText('Your account is waiting for approval.')).toBeVisible();

  shop.account.user = { ...user, status: 'approved', approved: true };
  await shop.goto(paths.myAccount.path);
  await expect.element(account).toMatchTextContent(`${user.firstName} ${user.lastName}Active`);
  await expect.poll(savedSession).toMatchObject({ approved: true });
  await shop.goto(paths.myOrders.path);
  await expect.element(heading).toHaveTextContent('My orders');
});

test.each([{ accessToken: null }, { user: null }, { accessToken: '' }])(
  'ignores half a session: $0 (P04, R02)',
  async (missing) => {
    const user = newUser();
    const shop = await openShop({ path: paths.terms.path });
    const half = { user, accessToken: 'a token', approved: true, ...missing };
    localStorage.setItem('auth', JSON.stringify(half));
    session.renew();
    await shop.goto(paths.myAccount.path);
    await expect.poll(here).toBe(paths.signIn.path);
    await expect.element(signInLink).toBeVisible();
  },
);

test('asks the buyer of a session that the shop has ended to sign in again', async () => {
  const shop = await openShop({ path: paths.terms.path, user: newUser() });
  shop.account.user = null;
  await shop.goto(paths.shop.path);
  await expect
    .element(notifications.getByText('Your session has expired. Please sign in again.'))
    .toBeVisible();
  await expect.element(signInLink).toBeVisible();
});
