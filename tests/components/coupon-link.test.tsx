import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#api/session.ts';
import { shopClient } from '#api/shop-client.ts';
import { messages } from '#contract/messages/messages.ts';
import { categoryPath, couponPath, paths, productPath } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { newUser, openShop, resize, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const dear = makeProduct({ _id: '1'.repeat(24), title: 'Dear stripes', price: 40 });
const cheap = makeProduct({ _id: '2'.repeat(24), title: 'Cheap foxes', price: 4 });
const fair = { code: 'FAIR20', discountType: 'percentage', discountAmount: 20 };
const spring = { code: 'SPRING', discountType: 'percentage', discountAmount: 25 };

type Known = ShopAtFetch['coupons']['known'][number];

const main = page.getByRole('main');
const title = main.getByRole('heading', { level: 1 });
const standing = main.getByRole('status');
const goOn = main.getByRole('link', { name: 'Go to the designs' });
const field = page.getByRole('textbox', { name: 'Coupon code' });
const summary = page.getByRole('region', { name: 'Order summary' });

interface Visit {
  readonly path?: string;
  readonly coupon?: Partial<Known>;
  readonly user?: Parameters<typeof newUser>[0] | null;
  readonly cart?: readonly string[];
  readonly prepare?: (shop: ShopAtFetch) => void;
}

/** Opens a coupon link, by default as a visitor and of a coupon that takes a fifth off. */
async function openLink(visit: Visit = {}) {
  const { path = couponPath('FAIR20'), coupon = {}, user = null, cart = [], prepare } = visit;
  return openShop({
    path,
    products: [dear, cheap],
    cart,
    user: user && newUser(user),
    prepare(shop) {
      shop.coupons.known.push({ ...fair, ...coupon }, spring);
      prepare?.(shop);
    },
  });
}

/** Saves a code in the cart's coupon box. */
async function saveInCart(shop: Awaited<ReturnType<typeof openLink>>, code: string): Promise<void> {
  await shop.goto(paths.shop.path);
  await page.getByRole('button', { name: `Add ${dear.title} to cart` }).click();
  await shop.goto(paths.cart.path);
  await field.fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(summary).toMatchTextContent('We’ve saved it for you.');
}

test('a link says what its coupon gives and when, is saved for a visitor, and leads to the designs', async () => {
  await openLink({
    coupon: {
      minimum: 2500,
      offer: { endsAt: '2031-12-05T17:00:00.000Z', isOncePerCustomer: true },
    },
  });
  await expect.element(title).toMatchTextContent('Coupon FAIR20');
  await expect.element(main).toMatchTextContent('20% off');
  await expect.element(main).toMatchTextContent('On every design.');
  await expect.element(main).toMatchTextContent('When your cart comes to $25.00 or more.');
  await expect.element(main).toMatchTextContent('Until December');
  await expect.element(main).toMatchTextContent('Once for each buyer.');
  await expect
    .element(standing)
    .toMatchTextContent(
      'Saved on this device. Applied when your cart has what it needs, once you sign in.',
    );
  await expect.element(goOn).toHaveAttribute('href', paths.shop.path);
  await expectSoundScreen();
  await resize(360, 780);
  await expectSoundScreen();
});

test('a coupon of some designs names them, and leads to its category', async () => {
  const kits = { _id: 'a'.repeat(24), name: 'Kits' };
  const shop = await openLink({
    coupon: { offer: { scope: { categories: [kits], designs: [], designCount: 0 } } },
  });
  await expect.element(main).toMatchTextContent('On Kits.');
  await expect.element(goOn).toHaveAttribute('href', categoryPath(kits._id));

  const designs = [{ _id: dear._id, title: dear.title }];
  const [known] = shop.coupons.known.splice(0, 1);
  const scope = { categories: [], designs, designCount: 4 };
  shop.coupons.known.push({ ...fair, ...known, offer: { scope } });
  await shop.goto(couponPath('FAIR20'));
  await expect.element(main).toMatchTextContent('On Dear stripes and 3 more.');
  await expect
    .element(main.getByRole('link', { name: dear.title }))
    .toHaveAttribute('href', productPath(dear._id));
});

test('a visitor’s coupon waits in the cart’s box, and is on the cart after they sign in', async () => {
  const shop = await openLink();
  await expect.element(standing).toMatchTextContent('Saved on this device.');
  await page.getByRole('link', { name: 'Go to the designs' }).click();
  await page.getByRole('button', { name: `Add ${dear.title} to cart` }).click();
  await shop.goto(paths.cart.path);
  await expect.element(field).toHaveValue('FAIR20');
  await expect.element(summary).toMatchTextContent('Sign in to use this code.');
  expect(shop.bodiesOf('couponApply')).toEqual([]);

  const user = newUser();
  shop.account.user = user;
  shop.signIn(user);
  await expect.element(toastOf('FAIR20: Done')).toBeVisible();
  await expect.element(summary).toMatchTextContent('Total$32.00');
  await expect.element(page.getByRole('button', { name: 'Remove coupon FAIR20' })).toBeVisible();
});

test('an account’s cart gets the coupon at once, and it applies once the cart has what it needs', async () => {
  const shop = await openLink({ user: {}, cart: [cheap._id], coupon: { minimum: 2500 } });
  await expect
    .element(standing)
    .toMatchTextContent('It’s on your cart. Applied when your cart has what it needs.');
  expect(shop.bodiesOf('couponApply')).toEqual([
    { code: 'FAIR20', cartId: 'c'.repeat(24), isForLater: true },
  ]);
  await main.getByRole('link', { name: 'My cart' }).click();
  await expect.element(summary).toMatchTextContent(`FAIR20: ${messages.coupon.minimum}`);
  await shop.goto(paths.shop.path);
  await page.getByRole('button', { name: `Add ${dear.title} to cart` }).click();
  await shop.goto(couponPath('FAIR20'));
  await expect.element(standing).toMatchTextContent('It’s applied to your cart.');
  expect(shop.bodiesOf('couponApply')).toHaveLength(1);
});

test('an account that waits for approval has it, too, and reads that it can’t pay yet', async () => {
  await openLink({ user: { status: 'pending', approved: false }, cart: [cheap._id] });
  await expect.element(standing).toMatchTextContent('It’s applied to your cart.');
  await expect.element(main).toMatchTextContent(messages.approval.waiting);
});

test.each([
  ['fair20', 'in small letters'],
  ['%20FAIR20%20', 'with spaces'],
  ['FAIR20/', 'with a slash'],
  ['ＦＡＩＲ２０', 'in wide letters'],
])('the address /c/%s, %s, is the same coupon’s', async (typed) => {
  await openLink({ path: `/c/${typed}` });
  await expect.element(title).toMatchTextContent('Coupon FAIR20');
  await expect.element(main).toMatchTextContent('20% off');
});

test.each(['ab', 'x'.repeat(33), 'FAIR 20', 'ФЕСТ20', 'a%2Fb', '%3Cb%3E'])(
  'an address with %j has no code: it says so, asks nothing and saves nothing',
  async (typed) => {
    const shop = await openLink({ path: `/c/${typed}` });
    await expect.element(title).toMatchTextContent('This link has no coupon code');
    await expect.element(main.getByRole('link', { name: 'Go to the shop' })).toBeVisible();
    expect(shop.queriesOf('couponOffer')).toEqual([]);
    expect(localStorage.getItem('coupon-to-try')).toBeNull();
  },
);

test.each([
  ['unknown', messages.coupon.unknown, 'NO-SUCH-CODE', undefined],
  ['ended', messages.coupon.ended, 'FAIR20', 'ended'],
  ['used up', messages.coupon.usedUp, 'FAIR20', 'used up'],
] as const)(
  'a coupon that is %s is answered clearly, and isn’t saved',
  async (_, text, code, state) => {
    await openLink({ path: couponPath(code), coupon: { offer: state ? { state } : {} } });
    await expect.element(standing).toMatchTextContent(`${text} Your cart is as it was.`);
    await expect.element(goOn).toBeVisible();
    await expect.element(main).not.toMatchTextContent('20% off');
    expect(localStorage.getItem('coupon-to-try')).toBeNull();
    await expectSoundScreen();
  },
);

test('a coupon that hasn’t begun says when it does, and is kept until then', async () => {
  await openLink({ coupon: { offer: { state: 'planned', startsAt: '2031-12-05T17:00:00.000Z' } } });
  await expect.element(main).toMatchTextContent('From December');
  await expect.element(standing).toMatchTextContent('Saved on this device.');
});

test('a coupon that this buyer has had says so', async () => {
  await openLink({
    user: {},
    prepare({ handlers }) {
      handlers.couponApply = () => {
        throw new Refusal('COUPON_REFUSED', { message: messages.coupon.usedByYou });
      };
    },
  });
  await expect.element(standing).toMatchTextContent(messages.coupon.usedByYou);
  expect(localStorage.getItem('coupon-to-try')).toBeNull();
});

test.each(['couponOffer', 'couponApply'] as const)(
  'after too many wrong codes, to %s says how long to wait, and the code stays saved',
  async (name) => {
    const message = 'Too many attempts. Try again in 10 minutes.';
    await openLink({
      user: {},
      prepare({ handlers }) {
        handlers[name] = () => {
          throw new Refusal('TOO_MANY', { message });
        };
      },
    });
    await expect.element(standing).toMatchTextContent(`Saved on this device. ${message}`);
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
);

test('without a signal the code is saved, and checked and applied once the shop is reached', async () => {
  const shop = await openLink({
    user: {},
    cart: [dear._id],
    prepare: (unreached) => unreached.setReachable(false),
  });
  await expect
    .element(standing)
    .toMatchTextContent(
      'Saved on this device. The shop can’t be reached. We’ll check the code once it can.',
    );
  await expectSoundScreen();
  shop.setReachable(true);
  await expect.element(standing).toMatchTextContent('It’s applied to your cart.');
  await expect.element(main).toMatchTextContent('20% off');
  expect(localStorage.getItem('coupon-to-try')).toBeNull();
});

test('a code saved without a signal that turns out to be unknown is dropped with a clear answer', async () => {
  const shop = await openLink({
    path: couponPath('NO-SUCH-CODE'),
    prepare: (unreached) => unreached.setReachable(false),
  });
  await expect.element(standing).toMatchTextContent('Saved on this device.');
  shop.setReachable(true);
  await expect.element(standing).toMatchTextContent(messages.coupon.unknown);
  expect(localStorage.getItem('coupon-to-try')).toBeNull();
});

test('a browser that saves nothing is told to write the code down', async () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  try {
    await openLink();
    await expect
      .element(standing)
      .toMatchTextContent('This browser can’t save it, so write it down: FAIR20.');
  } finally {
    Storage.prototype.setItem = setItem;
  }
});

test('another code that is saved stays unless the buyer chooses the new one', async () => {
  const shop = await openLink({ path: paths.shop.path });
  await saveInCart(shop, 'SPRING');
  await shop.goto(couponPath('FAIR20'));
  await expect.element(standing).toMatchTextContent('You already have the coupon SPRING');
  await expectSoundScreen();
  await main.getByRole('button', { name: 'Keep SPRING' }).click();
  await expect.element(standing).toMatchTextContent('You keep SPRING.');
  await shop.goto(paths.cart.path);
  await expect.element(field).toHaveValue('SPRING');

  await shop.goto(couponPath('FAIR20'));
  await main.getByRole('button', { name: 'Use FAIR20' }).click();
  await expect.element(standing).toMatchTextContent('It replaces SPRING. Saved on this device.');
  await shop.goto(paths.cart.path);
  await expect.element(field).toHaveValue('FAIR20');
});

test('another coupon on the cart stays unless the buyer chooses the new one', async () => {
  const shop = await openLink({
    user: {},
    cart: [dear._id],
    prepare: ({ coupons }) => {
      coupons.applied = 'SPRING';
    },
  });
  await expect.element(standing).toMatchTextContent('You already have the coupon SPRING');
  expect(shop.bodiesOf('couponApply')).toEqual([]);
  await main.getByRole('button', { name: 'Use FAIR20' }).click();
  await expect
    .element(standing)
    .toMatchTextContent('It replaces SPRING. It’s applied to your cart.');
  expect(shop.coupons.applied).toBe('FAIR20');
});

test('a coupon that is taken off in another tab stays off while its link is open here', async () => {
  const shop = await openLink({ user: {}, cart: [dear._id] });
  await expect.element(standing).toMatchTextContent('It’s applied to your cart.');
  await shopClient.request('couponRemove', { body: { cartId: 'c'.repeat(24) } });
  await device().sync();
  await expect
    .element(standing)
    .toMatchTextContent('It isn’t on your cart any more. To use it, open its link again.');
  await device().sync();
  expect(shop.bodiesOf('couponApply')).toHaveLength(1);
  expect(localStorage.getItem('coupon-to-try')).toBeNull();
  await expectSoundScreen();

  await shop.goto(couponPath('FAIR20'));
  await expect.element(standing).toMatchTextContent('It’s applied to your cart.');
});

test('a coupon of an account isn’t left for the next one when that account signs out elsewhere', async () => {
  const shop = await openLink({ user: {}, cart: [dear._id] });
  await expect.element(standing).toMatchTextContent('It’s applied to your cart.');
  session.clear(true);
  await expect.element(standing).toMatchTextContent('It isn’t on your cart any more.');
  expect(localStorage.getItem('coupon-to-try')).toBeNull();

  shop.coupons.applied = '';
  const next = newUser({ _id: 'e'.repeat(24), email: 'next@example.com' });
  shop.account.user = next;
  shop.signIn(next);
  await device().sync();
  await expect.element(standing).toMatchTextContent('It isn’t on your cart any more.');
  expect(shop.bodiesOf('couponApply')).toHaveLength(1);
});

test('another tab’s code is asked about, and shows in a cart that is open', async () => {
  const shop = await openLink({ path: paths.shop.path });
  await saveInCart(shop, 'SPRING');
  localStorage.setItem('coupon-to-try', JSON.stringify({ accountId: null, code: 'FAIR20' }));
  dispatchEvent(new StorageEvent('storage', { key: 'coupon-to-try' }));
  await expect.element(field).toHaveValue('FAIR20');
  await shop.goto(couponPath('SPRING'));
  await expect.element(standing).toMatchTextContent('You already have the coupon FAIR20');
});
