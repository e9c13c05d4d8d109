import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Colleague, colleagueMessages, invitationPath } from '#contract/shop/colleagues.ts';
import { orderPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { readHolder, readSession } from '#offline/stores/device-database.ts';
import { newId } from '#tests/support/new-id.ts';
import { newUser, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { ordered } from '#tests/support/ordered.ts';
import { Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const path = paths.myAccount.path;
const anInstant = '2026-01-01T00:00:00.000Z';
const beas = 'bea@shop.example';
const colleague = { firstName: 'Bea', lastName: 'Moss', email: beas };

const main = page.getByRole('main');
const part = (name: string) => main.getByRole('region', { name });
const colleagues = part('Colleagues');
const row = (name: string) => colleagues.getByRole('listitem').filter({ hasText: name });
const modal = page.getByRole('dialog');
const heading = page.getByRole('heading', { level: 1 });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => main.getByRole('button', { name });

/** A shop whose account these share. */
function sharedBy(shop: ShopAtFetch, list: Colleague[]): void {
  const answer = () => ({ colleagues: [...list] });
  shop.handlers.colleagues = answer;
  shop.handlers.inviteColleague = ({ body: { email, password } }) => {
    if (password !== 'my password') {
      const message = 'Incorrect password.';
      throw new Refusal('WRONG_PASSWORD', { message, fields: { password: message } });
    }
    const invited = { state: 'invited', since: new Date().toISOString() } as const;
    const known = list.find((each) => each.email === email);
    if (known) Object.assign(known, invited);
    else list.push({ id: newId(), email, firstName: '', lastName: '', ...invited });
    return answer();
  };
  shop.handlers.removeColleague = ({ params: { id } }) => {
    list.splice(
      list.findIndex((each) => each.id === id),
      1,
    );
    return answer();
  };
}

test('the owner invites a colleague, sends an expired invitation again, and removes one after a question', async () => {
  const ida = { email: 'ida@shop.example', firstName: '', lastName: '' };
  const shop = await openShop({
    ...{ path, user: newUser() },
    prepare: (opened) =>
      sharedBy(opened, [
        { ...colleague, id: newId(), state: 'joined', since: anInstant },
        { ...ida, id: newId(), state: 'expired', since: anInstant },
      ]),
  });
  await expect.element(row('Bea Moss')).toMatchTextContent('Joined');
  await expect.element(row('Bea Moss').getByRole('button')).toHaveLength(1);
  await expect.element(row(ida.email)).toMatchTextContent('The invitation has expired');
  await expectSoundScreen();

  await colleagues.getByRole('button', { name: 'Invite a colleague' }).click();
  await modal.getByLabelText('Their email').fill('ina@shop.example');
  await modal.getByLabelText('Your password').fill('another');
  await modal.getByRole('button', { name: 'Send invitation' }).click();
  await expect
    .element(modal.getByLabelText('Your password'))
    .toHaveAccessibleDescription('Incorrect password.');
  await modal.getByLabelText('Your password').fill('my password');
  await modal.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(toastOf('Invitation sent to ina@shop.example')).toBeVisible();
  await expect.element(row('ina@shop.example')).toMatchTextContent('Invited');

  await row(ida.email)
    .getByRole('button', { name: `Send again to ${ida.email}` })
    .click();
  await expect.element(modal.getByLabelText('Their email')).toHaveValue(ida.email);
  await modal.getByLabelText('Your password').fill('my password');
  await modal.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(row(ida.email)).toMatchTextContent('Invited');

  await row('Bea Moss').getByRole('button', { name: 'Remove Bea Moss' }).click();
  await expect.element(modal).toMatchTextContent('signed out everywhere at once');
  await expect.element(modal).toMatchTextContent('deleted when it next reaches the shop');
  expect(shop.sent.some(({ name }) => name === 'removeColleague')).toBe(false);
  await modal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(row('Bea Moss')).toHaveLength(0);
  await expect.element(modal).toHaveLength(0);
});

test('an account that waits for approval invites nobody yet', async () => {
  await openShop({
    ...{ path, user: newUser({ status: 'pending', approved: false }) },
    prepare: (opened) => sharedBy(opened, []),
  });
  await expect.element(colleagues).toMatchTextContent('once we’ve approved your account');
  await expect.element(colleagues.getByRole('button')).toHaveLength(0);
});

const link = invitationPath('a-token');

/** A shop with an invitation to the account of Ada. */
function inviting({ handlers }: ShopAtFetch): void {
  const ada = { firstName: 'Ada', lastName: 'Sewell', company: 'Ada Ltd' };
  handlers.openInvitation = () => ({ email: beas, ...ada });
  handlers.joinAccount = () => ({ message: 'Done' });
}

async function fillIn(): Promise<void> {
  await field('First name').fill('Bea');
  await field('Last name').fill('Moss');
  await field('Password').fill('silk and felt');
  await field('Confirm password').fill('silk and felt');
}

test('the link of an invitation says whose account it is, and joins it with a name and a password', async () => {
  const shop = await openShop({ path: link, prepare: inviting });
  await expect.element(heading).toHaveTextContent('Join an account');
  await expect.element(main).toMatchTextContent('Ada Sewell (Ada Ltd) shares an account with you');
  await expect.element(button('Join the account')).toBeDisabled();
  await expectSoundScreen();

  await fillIn();
  await button('Join the account').click();

  await expect.element(heading).toHaveTextContent('Sign in');
  await expect.element(field('Email')).toHaveValue(beas);
  expect(shop.bodiesOf('openInvitation')).toEqual([{ token: 'a-token' }]);
  expect(shop.bodiesOf('joinAccount')).toEqual([
    { token: 'a-token', firstName: 'Bea', lastName: 'Moss', password: 'silk and felt' },
  ]);
});

test('an invitation that ended says so, at once or when it is accepted', async () => {
  const { ended, taken } = colleagueMessages;
  const shop = await openShop({
    path: link,
    prepare: (opened) => {
      inviting(opened);
      opened.handlers.joinAccount = () => {
        throw new Refusal('EMAIL_TAKEN', { message: taken });
      };
    },
  });
  await fillIn();
  await button('Join the account').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(taken);
  await expect.element(main.getByRole('button')).toHaveLength(0);
  await expect.element(main.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const browse = main.getByRole('link', { name: 'See all designs' }).element();
  expect(browse.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expectSoundScreen();

  shop.handlers.openInvitation = () => {
    throw new Refusal('CODE_ENDED', { message: ended });
  };
  await shop.reload();
  await expect.element(page.getByRole('alert')).toHaveTextContent(ended);
  await expect.element(main.getByRole('button')).toHaveLength(0);
  await main.getByRole('link', { name: 'Sign in' }).click();
  await expect.element(heading).toHaveTextContent('Sign in');
});

test('an invitation opens later if the shop can’t be reached', async () => {
  const shop = await openShop({
    path: link,
    prepare: (opened) => {
      inviting(opened);
      opened.setReachable(false);
    },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent('can’t be reached');
  shop.setReachable(true);
  await button('Try again').click();
  await expect.element(heading).toHaveTextContent('Join an account');
});

test('a colleague sees whose account it is, and nothing that only its owner can do', async () => {
  const user = newUser({
    firstName: 'Ada',
    lastName: 'Sewell',
    email: 'ada@shop.example',
    colleague,
  });
  const shop = await openShop({ path, user });
  shop.handlers.changeColleague = ({ body: { oldPassword: _, password: __, ...names } }) => {
    shop.account.user = { ...user, colleague: Object.assign({}, colleague, names) };
    return { message: 'Done' };
  };
  await expect.element(part('Shared account')).toMatchTextContent('Ada Sewell');
  await expect.element(part('Shared account')).toMatchTextContent('ada@shop.example');
  await expect.element(part('Login info')).toMatchTextContent(beas);
  for (const title of [
    'E-mails',
    'Colleagues',
    'License information',
    'On your receipts',
    'Your data',
  ]) {
    await expect.element(part(title)).toHaveLength(0);
  }
  await expect.element(button('Change Email')).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: 'Account of Bea' })).toBeVisible();
  await expectSoundScreen();

  await part('Personal info').getByLabelText('First name').fill('Beatrix');
  await part('Personal info').getByRole('button', { name: 'UPDATE' }).click();
  await expect.element(page.getByRole('button', { name: 'Account of Beatrix' })).toBeVisible();
  await button('Change Password').click();
  await modal.getByLabelText('Current password', { exact: true }).fill('silk and felt');
  await modal.getByLabelText('New password', { exact: true }).fill('wool and yarn');
  await modal.getByRole('button', { name: 'Update' }).click();
  await expect.element(toastOf('Password Updated Successfully')).toBeVisible();
  expect(shop.bodiesOf('updateUser')).toEqual([]);
  expect(shop.bodiesOf('changeColleague')).toEqual([
    { firstName: 'Beatrix', lastName: 'Moss' },
    { oldPassword: 'silk and felt', password: 'wool and yarn' },
  ]);
});

test('a colleague sees the owner’s review, receipt and searches, without a way to change them', async () => {
  const order = ordered(['Fox nap'], {
    receiptNumber: 'R-2026-000001',
    receipt: {
      version: 1,
      company: '',
      address: '',
      taxId: '',
      openUntil: '2099-12-31T00:00:00.000Z',
    },
  });
  const productId = order.items[0]?.productId ?? '';
  const search = { label: 'moons', path: '/search?q=moons', hasMail: true, createdAt: anInstant };
  const yearlyLicence = { endsOn: '2099-12-31', wantsReminder: true };
  const shop = await openShop({
    path: orderPath(order._id),
    user: newUser({ colleague, yearlyLicence }),
    orders: [order],
    prepare({ handlers }) {
      const review = { ...{ _id: newId(), productId, stars: 4, text: '', photo: null } };
      const shown = { state: 'shown', reason: '', writtenAt: anInstant } as const;
      handlers.ownReviews = () => ({ reviews: [{ ...review, ...shown }] });
      handlers.savedSearches = () => ({ searches: [{ id: newId(), ...search }] });
    },
  });
  const own = modal.getByRole('group', { name: 'Your review of Fox nap' });
  await expect.element(own).toMatchTextContent('It is shown');
  await expect.element(own.getByRole('button')).toHaveLength(0);
  await expect.element(modal.getByRole('button', { name: /Change company/ })).toHaveLength(0);
  await expect.element(page.getByText(/Yearly licence/)).toHaveLength(1);
  await expect.element(page.getByText(/Remind me by e-mail/)).toHaveLength(0);

  await shop.goto(path);
  const searches = part('Saved searches');
  await expect.element(searches.getByRole('button', { name: /Delete the search/ })).toBeVisible();
  await expect.element(searches.getByRole('switch', { name: /By e-mail/ })).toHaveLength(0);

  await shop.goto(paths.home.path);
  const customs = page.getByRole('region', { name: 'A pattern nobody else has' });
  await expect.element(customs).toBeVisible();
  await expect.element(customs.getByRole('checkbox')).toHaveLength(0);
});

test('a device forgets the account once the shop ends a colleague’s session, and not the owner’s', async () => {
  const shop = await openShop({ path, user: newUser({ colleague }) });
  await expect.element(heading).toHaveTextContent('My account');
  await expect.poll(() => readHolder(null)).toBe(shop.account.user?._id);
  shop.handlers.me = () => {
    throw new Refusal('NOT_SIGNED_IN');
  };
  await shop.reload();
  await expect.poll(() => readHolder(null)).toBe(null);

  const owner = newUser();
  shop.signIn(owner);
  await shop.reload();
  await expect.element(toastOf('Your session has expired. Please sign in again.')).toBeVisible();
  await expect.poll(() => readSession(null)).toBe(null);
  expect(await readHolder(null)).toBe(owner._id);
});

test('a colleague leaves the account after a question, and is signed out', async () => {
  const shop = await openShop({ path, user: newUser({ colleague }) });
  shop.handlers.leaveAccount = () => ({ message: 'Done' });
  await button('Leave this account').click();
  expect(shop.sent.some(({ name }) => name === 'leaveAccount')).toBe(false);
  await modal.getByRole('button', { name: 'Leave this account' }).click();
  await expect.element(toastOf('You have left the account')).toBeVisible();
  await expect.poll(() => location.pathname).toBe(paths.home.path);
  expect(JSON.parse(localStorage.getItem('auth') ?? '{}')).toMatchObject({ accessToken: null });
});
