import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#api/session.ts';
import type { User } from '#contract/shop/account.ts';
import type { NewsConsent } from '#contract/shop/news-consent.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { paths } from '#contract/shop/paths.ts';
import { CheckoutForm } from '#features/checkout/checkout-form.tsx';
import { createOrder } from '#features/checkout/create-order.ts';
import { useCustomerForm } from '#features/checkout/use-customer-form.ts';
import { newUser, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { lose, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';
import { faults } from '#tests/support/sound-screen.ts';

/** News from the studio, which buyers ask for and then confirm with an e-mail. */

const main = page.getByRole('main');
const news = page.getByRole('switch', { name: wordsOfNews });
const carts = page.getByRole('switch', {
  name: 'E-mail me once when designs stay in my cart for a day',
});
const box = main.getByRole('checkbox', { name: wordsOfNews });

/** Takes the account's choice as the shop does. */
function answerNews({ handlers, account }: ShopAtFetch): void {
  handlers.chooseNews = ({ body }) => {
    const newsConsent: NewsConsent = body.news === null ? 'none' : 'asked';
    if (account.user) account.user = { ...account.user, newsConsent };
    return { newsConsent };
  };
}

test('My account turns it on and off with one press, and says what has come of it', async () => {
  const shop = await openShop({ path: paths.myAccount.path, user: newUser(), prepare: answerNews });
  await expect.element(news).not.toBeChecked();
  await expect.element(carts).toHaveLength(0);
  await news.click();
  await expect.element(news).toBeChecked();
  await expect.element(news).toHaveAccessibleDescription(/^Confirm the e-mail we sent you/);
  expect(await faults({ hasContrast: false })).toEqual([]);
  await shop.reload();
  await expect.element(news).toBeChecked();
  await news.click();
  await expect.element(news).not.toBeChecked();
  expect(shop.bodiesOf('chooseNews')).toEqual([{ news: wordsOfNews }, { news: null }]);
});

test('My account says that it is confirmed, and then offers those about the cart, too', async () => {
  const user = newUser({ newsConsent: 'confirmed' });
  const shop = await openShop({
    path: paths.myAccount.path,
    user,
    prepare({ handlers, account }) {
      handlers.cartNews = ({ body }) => {
        account.user = { ...user, hasCartNews: body.isWanted };
        return body;
      };
    },
  });
  await expect.element(news).toBeChecked();
  await expect.element(news).toHaveAccessibleDescription('You get news from the studio.');
  await expect.element(carts).toBeChecked();
  await carts.click();
  await expect.element(carts).not.toBeChecked();
  expect(shop.bodiesOf('cartNews')).toEqual([{ isWanted: false }]);
});

test('a choice that doesn’t reach the shop is reported and reverted', async () => {
  const shop = await openShop({ path: paths.myAccount.path, user: newUser() });
  shop.handlers.chooseNews = lose;
  await news.click();
  const text = 'Your choice couldn’t be saved. Try again when you are online.';
  await expect.element(toastOf(text)).toBeVisible();
  await expect.element(news).not.toBeChecked();
});

test('sign-up offers it, off, and signs up without it', async () => {
  const shop = await openShop({ path: paths.signUp.path });
  const signUp = async (email: string) => {
    await page.getByLabelText('First name').fill('Olive');
    await page.getByLabelText('Last name').fill('Thimble');
    await page.getByLabelText('Email').fill(email);
    await page.getByLabelText('License type').selectOptions('FABRIC_SHOP');
    await page.getByLabelText('Business verification link').fill('@olivesews');
    await page.getByLabelText('Password', { exact: true }).fill('paper-pinwheel-42');
    await page.getByLabelText('Confirm password', { exact: true }).fill('paper-pinwheel-42');
    await main.getByRole('button', { name: 'Sign up' }).click();
  };
  await expect.element(box).not.toBeChecked();
  expect(await faults({ hasContrast: false })).toEqual([]);
  shop.handlers.register = lose;
  await signUp('olive@shop.example');
  await expect.poll(() => shop.bodiesOf('register')).toHaveLength(1);
  await expect.element(main.getByRole('button', { name: 'Sign up' })).toBeEnabled();
  await box.click();
  await main.getByRole('button', { name: 'Sign up' }).click();
  await expect.poll(() => shop.bodiesOf('register')).toHaveLength(2);

  const [without, asked] = shop.bodiesOf('register');
  expect(without).not.toHaveProperty('news');
  expect(asked).toHaveProperty('news', wordsOfNews);
});

/** The form of the checkout, whose screen needs a document of its own, with the words that an order would send. */
function Checkout({ user }: { readonly user: User | null }) {
  const form = useCustomerForm(user);
  const ref = useRef<HTMLFormElement>(null);
  const nothing = () => {};
  const facts = { refused: {}, isAwaitingApproval: false, isEmpty: false, isCreating: false };
  return (
    <main>
      <h1>Checkout</h1>
      <CheckoutForm
        {...{ ref, form, ...facts }}
        total={8}
        canOrder
        onEdit={nothing}
        onSubmit={nothing}
      />
      <output>{form.news.words ?? 'nothing'}</output>
    </main>
  );
}

async function openCheckout(user: User | null): Promise<void> {
  await openShop({ path: paths.terms.path, user });
  const element = document.createElement('div');
  document.querySelector('#root')?.remove();
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <MemoryRouter>
      <Checkout user={user} />
    </MemoryRouter>,
  );
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
}

const asked = page.getByRole('status').last();
const order = main.getByRole('button', { name: /^Create Order/ });

test('checkout offers it to those who haven’t asked, off', async () => {
  await openCheckout(newUser());
  await expect.element(box).not.toBeChecked();
  await expect.element(asked).toHaveTextContent('nothing');
  expect(await faults({ hasContrast: false })).toEqual([]);
  await box.click();
  await expect.element(asked).toHaveTextContent(wordsOfNews);
  await box.click();
  await expect.element(asked).toHaveTextContent('nothing');
});

test.each([
  ['none', 'of the version before'],
  ['asked', 'of this version'],
] as const)('an order’s wish for news is %s if a shop %s says so', async (newsConsent, _) => {
  const user = newUser();
  await openShop({
    path: paths.terms.path,
    user,
    prepare({ handlers, account }) {
      handlers.checkout = () => {
        account.user = { ...user, newsConsent };
        return { orderId: 'd'.repeat(24), paypalOrderId: 'PAYPAL', totalPrice: 8 };
      };
    },
  });
  const states: unknown[] = [];
  const end = session.subscribe(() => states.push(session.getState().user?.newsConsent));
  await createOrder('a'.repeat(24), {
    details: { name: 'Ada', email: user.email, country: '', city: '' },
    termsVersion: '2026-11',
    licence: null,
    expectedTotal: 8,
    productIds: [],
    quoted: { requestId: 'c'.repeat(24), part: 'deposit', quoteVersion: 1 },
    news: wordsOfNews,
  });
  await expect.poll(() => new Set(states)).toEqual(new Set([newsConsent]));
  end();
});

test.each([
  ['a visitor, who signs in first', null],
  ['those who have asked', newUser({ newsConsent: 'asked' })],
  ['those who confirmed it', newUser({ newsConsent: 'confirmed' })],
])('checkout doesn’t offer it to %s', async (_, user) => {
  await openCheckout(user);
  await expect.element(order).toBeVisible();
  await expect.element(box).toHaveLength(0);
});
