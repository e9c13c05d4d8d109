import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import { paths, productPath, searchPath } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { listenToToasts } from '#tests/support/listen-to-toasts.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';
import { cartLink, newUser, notifications, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal } from '#tests/support/shop-at-fetch.ts';

const image = { _id: '9'.repeat(24), url: 'data:,640.avif', width: 640, height: 640 };
const plain = makeProduct({
  _id: '1'.repeat(24),
  title: 'Plain stripes',
  price: 8,
  images: [{ ...image, color: '#fff8ee' }],
});
const reduced = makeProduct({
  _id: '2'.repeat(24),
  title: 'Reduced foxes',
  price: 12.5,
  discountedPrice: 9.99,
});
const products = [plain, reduced];
const cartPath = paths.cart.path;

const heading = page.getByRole('heading', { level: 1 });
const list = page.getByRole('list', { name: 'Designs in your cart' });
const lines = list.getByRole('listitem');
const summary = page.getByRole('region', { name: 'Order summary' });
const emptyCart = page.getByRole('heading', { name: 'Your cart is empty.' });
const removeButton = (title: string) => page.getByRole('button', { name: `Remove ${title}` });
const cardButton = (title: string) => page.getByRole('button', { name: `Add ${title} to cart` });
const addButton = page.getByRole('button', { name: 'Add to Cart' });

/** Fails the next writes of this kind, as a browser does that can't copy a row. */
function failWrites(isFailing: (table: string) => boolean): () => void {
  const { put } = IDBObjectStore.prototype;
  const restore = () => {
    IDBObjectStore.prototype.put = put;
  };
  IDBObjectStore.prototype.put = function (...row) {
    if (!isFailing(this.name)) return put.apply(this, row);
    throw new DOMException('not to be copied', 'DataCloneError');
  };
  onTestFinished(restore);
  return restore;
}

test('shows the contents of the cart and the totals (B13, I01, I03, I04, I07, O07, P20, S09, U07, U08)', async () => {
  const cart = [plain._id, reduced._id];
  await openShop({ path: cartPath, products, cart, user: newUser() });
  await expect.element(heading).toHaveTextContent('My Cart');
  await expect.element(lines).toHaveLength(2);
  const plainLine = lines.filter({ hasText: plain.title });
  await expect.element(plainLine).toMatchTextContent('$8.00');
  await expect.element(plainLine).not.toMatchTextContent('% off');
  expect(plainLine.element().querySelector('img')?.src).toContain(image.url);
  const reducedLine = lines.filter({ hasText: reduced.title });
  await expect.element(reducedLine).toMatchTextContent('$9.99');
  expect(reducedLine.element().querySelector('s')?.textContent).toContain('$12.50');
  await expect.element(reducedLine).toMatchTextContent('20% off');

  const amounts = [...summary.element().querySelectorAll('dl > div')].map((row) => row.textContent);
  expect(amounts).toEqual(['2 designs$20.50', 'Discount−$2.51', 'Tax included$0', 'Total$17.99']);
  await expect.element(summary).toMatchTextContent('Secure Checkout');
  const proceed = summary.getByRole('link', { name: 'Proceed' });
  await expect.element(proceed).toHaveAttribute('href', paths.checkout.path);
});

test('has a link back to browsing (I02)', async () => {
  await openShop({ path: cartPath });
  const back = page.getByRole('link', { name: 'Continue Browsing' });
  await expect.element(back).toHaveAttribute('href', '/');
  await back.click();
  await expect.poll(() => location.pathname).toBe('/');
});

test('removes a design for good (C08, I08, S11)', async () => {
  const cart = [plain._id, reduced._id];
  const shop = await openShop({ path: cartPath, products, cart, user: newUser() });
  await expect.element(cartLink(2)).toBeVisible();
  await removeButton(reduced.title).click();
  await expect.element(toastOf('Item removed successfully')).toBeVisible();
  await expect.element(lines).toHaveLength(1);
  await expect.element(lines).toMatchTextContent(plain.title);
  await expect.element(cartLink(1)).toBeVisible();
  await expect.poll(() => [...shop.cart]).toEqual([plain._id]);
  const [sent] = shop.sent.filter(({ name }) => name === 'cartRemove');
  expect(sent?.body).toEqual({ productId: reduced._id });

  await removeButton(plain.title).click();
  await expect.element(emptyCart).toBeVisible();
  await expect.element(cartLink(0)).toBeVisible();
  await shop.goto(cartPath);
  await expect.element(emptyCart).toBeVisible();
  await page.getByRole('link', { name: 'Find a design' }).click();
  await expect.poll(() => location.pathname).toBe(paths.shop.path);
});

test('the focus moves to the next design when one is removed, and at last to the page', async () => {
  const cart = [plain._id, reduced._id];
  await openShop({ path: cartPath, products, cart, user: newUser() });
  (await removeButton(plain.title).findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(lines).toHaveLength(1);
  await expect.element(removeButton(reduced.title)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(lines).toHaveLength(0);
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('only logs a removal that could not be stored (I08)', async () => {
  await openShop({ path: cartPath, products, cart: [plain._id], user: newUser() });
  await expect.element(lines).toHaveLength(1);
  const heard = listenToToasts();
  // Only the removal: the shop's answer may be written meanwhile.
  const restore = failWrites((table) => table === 'outbox');
  const warnings: unknown[] = [];
  const { warn } = console;
  console.warn = (text) => warnings.push(text);
  onTestFinished(() => {
    console.warn = warn;
  });
  await removeButton(plain.title).click();
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringContaining('An item could not be removed')]);
  await expect.element(lines).toMatchTextContent(plain.title);
  await expect.element(cartLink(1)).toBeVisible();

  restore();
  await removeButton(plain.title).click();
  await expect.element(toastOf('Item removed successfully')).toBeVisible();
  expect(heard.texts).toEqual(['Item removed successfully']);
});

test('splits wide screens 70 to 30 and stacks on small ones (I05)', async () => {
  await openShop({ path: cartPath, products, cart: [plain._id], user: newUser() });
  await expect.element(lines).toHaveLength(1);
  const boxes = () => ({
    left: list.element().getBoundingClientRect(),
    right: summary.element().getBoundingClientRect(),
  });
  const wide = boxes();
  expect(wide.left.width / (wide.left.width + wide.right.width)).toBeCloseTo(0.7, 2);
  expect(wide.right.y).toBeCloseTo(wide.left.y, 0);

  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(360, 740);
  await expect.poll(() => boxes().right.width - boxes().left.width).toBeCloseTo(0, 0);
  expect(boxes().right.y).toBeGreaterThan(boxes().left.bottom);
});

test('adds a design once, from card and details (C08, F09, G04, S10, T08)', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  await expect.element(cartLink(0)).toBeVisible();
  await cardButton(reduced.title).click();
  await expect.element(toastOf('Item added to cart')).toBeVisible();
  await expect.element(cartLink(1)).toBeVisible();
  await expect.poll(() => [...shop.cart]).toEqual([reduced._id]);
  const [sent] = shop.sent.filter(({ name }) => name === 'cartAdd');
  expect(sent?.body).toEqual({ productId: reduced._id, seenPrice: 9.99 });

  // Its page links to the cart, which has it.
  await shop.goto(productPath(reduced._id));
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'View cart' }))
    .toBeVisible();
  await shop.goto(productPath(plain._id));
  await addButton.click();
  await expect.element(toastOf('Item added to cart')).toBeVisible();
  await cartLink(2).click();
  await expect.element(lines).toHaveLength(2);
  await expect.poll(() => [...shop.cart]).toEqual([reduced._id, plain._id]);
});

test('reports an add that the shop refuses with the text for its place, and lists it for a retry (T01, T08)', async () => {
  const shop = await openShop({ path: paths.shop.path, products, user: newUser() });
  let message = '';
  shop.handlers.cartAdd = () => {
    throw new Refusal('NOT_FOUND', { message });
  };
  await expect.element(cardButton(plain.title)).toBeVisible();
  const heard = listenToToasts();
  await cardButton(plain.title).click();
  await expect.element(toastOf('Something went wrong')).toBeVisible();
  await expect.element(toastOf(`${plain.title} is not in your cart.`)).toBeVisible();
  expect(heard.most).toBe(1);
  await shop.goto(productPath(plain._id));
  await addButton.click();
  await expect.element(toastOf('Failed to add to cart')).toBeVisible();
  message = 'This design is taking a nap.';
  await shop.goto(productPath(reduced._id));
  await addButton.click();
  await expect.element(toastOf(message)).toBeVisible();
  await expect.element(cartLink(0)).toBeVisible();

  delete shop.handlers.cartAdd;
  await shop.goto(cartPath);
  const refused = page
    .getByRole('list', { name: 'Failed' })
    .getByRole('listitem')
    .filter({ hasText: reduced.title });
  await expect.element(refused).toMatchTextContent(message);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect.element(refused).toHaveLength(0);
  await expect.element(lines).toMatchTextContent(reduced.title);
  await expect.poll(() => [...shop.cart]).toEqual([reduced._id]);
});

test('marks designs in the cart and bought ones on their cards (F09)', async () => {
  const order = makeOrder({ items: [makeItem({ productId: plain._id })] });
  const shop = await openShop({
    path: searchPath(plain.title),
    products,
    user: newUser(),
    orders: [order],
  });
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await expect.element(card(plain.title)).toMatchTextContent('You have this');
  await shop.goto(searchPath(reduced.title));
  await cardButton(reduced.title).click();
  await expect.element(card(reduced.title)).toMatchTextContent('In your cart');
  await expect.element(card(reduced.title)).not.toMatchTextContent('You have this');
  const inCart = page.getByRole('link', { name: `${reduced.title} is in your cart` });
  await expect.element(inCart).toHaveFocus();
  await inCart.click();
  await expect.poll(() => location.pathname).toBe(cartPath);
});

/** A removal that the shop refuses with this message, until the handler is deleted. */
async function refuseRemoval(message: string) {
  const shop = await openShop({ path: cartPath, products, cart: [plain._id], user: newUser() });
  shop.handlers.cartRemove = () => {
    throw new Refusal('NOT_FOUND', { message });
  };
  await expect.element(lines).toHaveLength(1);
  const heard = listenToToasts();
  await removeButton(plain.title).click();
  await expect.element(toastOf(message)).toBeVisible();
  return { shop, heard };
}

test('a removal that the shop refuses restores the design and says why, in one toast', async () => {
  const message = 'This cart is being looked at.';
  const { shop, heard } = await refuseRemoval(message);
  await expect.element(toastOf(`${plain.title} is back in your cart.`)).toBeVisible();
  expect(heard.texts).toEqual(['Item removed successfully', expect.stringContaining(message)]);
  expect(heard.most).toBe(1);
  await expect.element(lines).toMatchTextContent(plain.title);
  delete shop.handlers.cartRemove;
  await notifications.getByRole('button', { name: 'Try again' }).click();
  await expect.element(emptyCart).toBeVisible();
  await expect.poll(() => shop.cart.size).toBe(0);
});

test('the chip opens a sheet that lists a refused removal', async () => {
  const message = 'This cart is being looked at.';
  await refuseRemoval(message);
  await page.getByRole('button', { name: '1 change failed' }).click();
  const sheet = page.getByRole('dialog', { name: 'Changes' });
  await expect.element(sheet.getByRole('listitem')).toMatchTextContent(message);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).toHaveLength(0);
});

test('an add and a removal without the shop say where they are stored (T08, I08)', async () => {
  const shop = await openShop({ path: cartPath, products, user: newUser() });
  await expect.element(emptyCart).toBeVisible();
  await page.getByRole('link', { name: 'Find a design' }).click();
  await expect.element(cardButton(plain.title)).toBeEnabled();
  shop.setReachable(false);
  await cardButton(plain.title).click();
  await expect.element(toastOf('Item added to cart')).toBeVisible();
  await expect.element(toastOf('Saved on this device')).toBeVisible();
  await cartLink(1).click();
  await removeButton(plain.title).click();
  const removed = notifications
    .getByRole('listitem')
    .filter({ hasText: 'Item removed successfully' });
  await expect.element(removed).toMatchTextContent('Saved on this device');
});

test('tells a pending account before the checkout when it can pay', async () => {
  const user = newUser({ status: 'pending', approved: false });
  const shop = await openShop({ path: cartPath, products, cart: [plain._id], user });
  await expect.element(summary).toMatchTextContent(messages.approval.waiting);
  shop.handlers.me = () => ({
    success: true,
    user: { ...user, status: 'approved', approved: true },
  });
  await shop.goto(cartPath);
  await expect.element(summary.getByRole('link', { name: 'Proceed' })).toBeVisible();
  await expect.element(summary).not.toMatchTextContent(messages.approval.waiting);
});

test('tells a visitor that paying needs an approved account', async () => {
  await openShop({ path: productPath(plain._id), products });
  await addButton.click();
  await cartLink(1).click();
  await expect.element(summary).toMatchTextContent(messages.approval.visitor);
  await summary.getByRole('link', { name: 'Sign up' }).click();
  await expect.poll(() => location.pathname).toBe(paths.signUp.path);
});

test('says that an add could not be stored (T08)', async () => {
  const shop = await openShop({ path: paths.shop.path, products });
  failWrites(() => true);
  await cardButton(plain.title).click();
  await expect.element(toastOf('Something went wrong')).toBeVisible();
  await shop.goto(productPath(plain._id));
  await addButton.click();
  await expect.element(toastOf('Failed to add to cart')).toBeVisible();
  await expect.element(cartLink(0)).toBeVisible();
});

test('shows placeholders for lines, never an empty cart, while it loads (S09)', async () => {
  let answer = () => {};
  const shop = await openShop({
    path: cartPath,
    products,
    cart: [plain._id],
    user: newUser(),
    prepare(itsShop) {
      answer = itsShop.hold('cart');
    },
  });
  await expect.poll(() => shop.sent.some(({ name }) => name === 'cart')).toBe(true);
  await expect.element(heading).toHaveTextContent('My Cart');
  await expect.element(page.getByText(messages.checkout.cartEmpty)).toHaveLength(0);
  answer();
  await expect.element(lines).toMatchTextContent(plain.title);
});

/** Takes away what browsers give only to pages that came by https or from this machine. */
function comeByPlainHttp(): void {
  for (const [owner, name] of [
    [crypto, 'randomUUID'],
    [crypto, 'subtle'],
    [navigator, 'locks'],
    [navigator, 'serviceWorker'],
    [navigator, 'storage'],
    [globalThis, 'caches'],
  ] as const) {
    Object.defineProperty(owner, name, { configurable: true, value: undefined });
    onTestFinished(() => void Reflect.deleteProperty(owner, name));
  }
}

test('over plain http, as by the address of a computer in the same network, a design goes to the cart', async () => {
  const user = newUser();
  const shop = await openShop({ path: productPath(plain._id), products, user });
  comeByPlainHttp();
  await addButton.click();
  await expect.element(toastOf('Item added to cart')).toBeVisible();
  await expect.poll(() => [...shop.cart]).toEqual([plain._id]);
});
