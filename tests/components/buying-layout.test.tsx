import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';
import { newUser, openShop, resize } from '#tests/support/open-shop.tsx';

const widths = [320, 360, 390, 412, 430, 768, 1440] as const;

const stripes = makeProduct({ _id: '1'.repeat(24), title: 'Stripes', price: 8 });
const foxes = makeProduct({
  _id: '2'.repeat(24),
  title: 'Foxes asleep in a moonlit mushroom meadow with daisies',
  price: 118,
  discountedPrice: 88.5,
});
const products = [stripes, foxes];

const boxOf = (element: Element) => element.getBoundingClientRect();
/** How many lines of text an element shows. */
const rows = (element: Element) =>
  Math.round(boxOf(element).height / Number.parseFloat(getComputedStyle(element).lineHeight));

test('keeps a line of the cart at 96 px and its amounts at one edge (I01, I03)', async () => {
  await openShop({
    path: paths.cart.path,
    user: newUser(),
    prepare({ handlers }) {
      handlers.cart = () => ({
        _id: 'c'.repeat(24),
        items: products.map(({ _id: productId, title, price, discountedPrice }, at) => ({
          productId,
          title,
          price,
          discountedPrice,
          image: '',
          available: true,
          addedAt: '2026-01-01T00:00:00.000Z',
          addedOn: { name: 'Firefox on another device', isThis: at === 0 },
        })),
        totalPrice: 96.5,
        totalDiscount: 29.5,
        appliedCoupon: null,
        version: 1,
      });
    },
  });
  const lines = page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect.element(lines).toHaveLength(2);
  await expect.element(lines.nth(0)).not.toMatchTextContent('Added on');
  await expect.element(lines.nth(1)).toMatchTextContent('Added on Firefox on another device');
  for (const width of widths) {
    await resize(width, 844);
    for (const line of lines.elements()) {
      expect(boxOf(line).height, `a line at ${width} px`).toBeLessThanOrEqual(96);
    }
    expect(document.documentElement.scrollWidth).toBe(width);
    const amounts = [...summary.element().querySelectorAll('dd')];
    expect(new Set(amounts.map((amount) => Math.round(boxOf(amount).right))).size).toBe(1);
    expect(amounts.map(rows), `amounts at ${width} px`).toEqual(amounts.map(() => 1));
    for (const amount of amounts) {
      expect(getComputedStyle(amount).fontVariantNumeric).toBe('tabular-nums');
    }
  }
  page.getByRole('button', { name: 'Remove Stripes' }).element().focus();
  await userEvent.tab();
  await expect.element(lines.nth(1).getByRole('link', { name: foxes.title })).toHaveFocus();
  // The title cuts off what its link shows around itself.
  const title = lines.nth(1).getByRole('heading').element();
  expect(getComputedStyle(title).outlineStyle).toBe('solid');
});

const files = ['foxes', 'moons', 'whales'].map((name, at) =>
  makeItem({
    _id: String(at).repeat(24),
    productId: String(at + 3).repeat(24),
    productName: name,
    downloadLink: `/api/orders/${name}`,
    fileName: `${name}.png`,
    counted: { sold: 0, entries: 0, recent: [] },
  }),
);
const order = makeOrder({
  items: files,
  customerEmail: 'hazel.button.of.the.little.fabric@pinwheel.example',
  acceptedTermsVersion: '2026-11',
});

const orderCard = page
  .getByRole('main')
  .getByRole('listitem')
  .filter({ has: page.getByRole('heading', { name: 'Order PW-1' }) });

test('offers all files of a new order in the first screen of a phone (K03)', async () => {
  await openShop({ path: paths.orderSuccess.path, user: newUser(), orders: [order] });
  const all = page.getByRole('button', { name: /^Download all 3 designs: / });
  await expect.element(all).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Your designs' });
  for (const width of widths) {
    await resize(width, 700);
    const button = boxOf(all.element());
    expect(button.bottom, `at ${width} px`).toBeLessThanOrEqual(700);
    expect(button.top - boxOf(heading.element()).bottom, `at ${width} px`).toBeGreaterThan(8);
  }
});

test('breaks neither an address nor a version in the details of an order (L08)', async () => {
  const path = `${paths.myOrders.path}?order=${order._id}`;
  await openShop({ path, user: newUser(), orders: [order] });
  const details = page.getByRole('dialog');
  const version = details.getByRole('link', { name: 'Version 2026-11' });
  await expect.element(version).toBeVisible();
  for (const width of widths) {
    await resize(width, 844);
    const tops = [...version.element().getClientRects()].map(({ top }) => top);
    expect(new Set(tops).size, `version at ${width} px`).toBe(1);
    if (width < 412) continue;
    const address = details.getByText(order.customerEmail).element();
    expect(rows(address), `address at ${width} px`).toBe(1);
  }
});

test('begins the words of an order’s details at one edge', async () => {
  const openUntil = new Date(Date.now() + 86_400_000).toISOString();
  const billed = {
    ...order,
    receiptNumber: 'R-2026-000001',
    receipt: { version: 1, company: '', address: '', taxId: '', openUntil },
  };
  await openShop({
    path: `${paths.myOrders.path}?order=${order._id}`,
    user: newUser(),
    orders: [billed],
  });
  const details = page.getByRole('dialog');
  const quiet = [/^Receipt \(PDF\)/, /^Change company/, /^Write a review of foxes/];
  const write = details.getByRole('button', { name: /^Write a review of foxes/ });
  await expect.element(write).toBeVisible();
  for (const width of [360, 1440]) {
    await resize(width, 844);
    const edge = boxOf(details.getByRole('term').first().element()).left;
    for (const name of quiet) {
      const button = details.getByRole('button', { name }).element();
      const inset = Number.parseFloat(getComputedStyle(button).paddingLeft);
      expect(boxOf(button).left + inset, `${name} at ${width} px`).toBeCloseTo(edge, 0);
    }
  }
});

test('offers the download on the card of an order, and the meter once it is used (L09)', async () => {
  const [first] = files;
  const used = makeItem({ ...first, counted: { sold: 64, entries: 1, recent: [] } });
  await openShop({
    path: paths.myOrders.path,
    user: newUser(),
    orders: [makeOrder({ items: [used, ...files.slice(1)] })],
  });
  await expect.element(orderCard.getByRole('button', { name: 'Download: foxes' })).toBeVisible();
  await expect.element(orderCard.getByRole('button', { name: 'Download: moons' })).toBeVisible();
  await expect.element(orderCard).toMatchTextContent('64 of 100 sold');
  await expect.element(orderCard.getByText('0 of 100 sold', { exact: true })).toHaveLength(0);
  const count = orderCard.getByRole('button', { name: 'Count items sold: moons' });
  await count.click();
  await expect.element(orderCard.getByText('0 of 100 sold', { exact: true })).toBeVisible();
  await expect.element(count).toHaveFocus();
});

test('strikes a refunded design, and says how much was given back and when (L09)', async () => {
  const refunded = { amount: 6.3, at: '2020-11-28T12:00:00.000Z' };
  const item = makeItem({ productName: 'foxes', isRevoked: true, refunded });
  await openShop({
    path: paths.myOrders.path,
    user: newUser(),
    orders: [makeOrder({ items: [item] })],
  });
  const text = 'Refunded $6.30 on 28 November 2020. Its licence has ended.';
  await expect.element(orderCard).toMatchTextContent(text);
  expect(orderCard.element().querySelector('s')?.textContent).toBe('foxes');
  await orderCard.getByRole('button', { name: /^Details/ }).click();
  const details = page.getByRole('dialog');
  await expect.element(details).toMatchTextContent(text);
  expect(details.element().querySelector('h3 s')?.textContent).toBe('foxes');
});

const picture = (place: number) => ({
  _id: String(place).repeat(24),
  url: `data:,${place}.avif`,
  width: 640,
  height: 640,
  color: '#fff8ee',
});
const file = { width: 700, height: 700, dpi: 350, bytes: 1000 };
const pictured = makeProduct({
  _id: '3'.repeat(24),
  title: 'Moons',
  images: [picture(4), picture(5)],
  files: ['moons.png', 'stars.png', 'logo.svg'].map((name) => ({ ...file, name })),
});

test('shows the picture of a design square and from edge to edge on a phone (G01)', async () => {
  await openShop({ path: productPath(pictured._id), products: [pictured] });
  const shown = page.getByRole('img', { name: 'Moons, picture 1 of 2' });
  await expect.element(shown).toBeVisible();
  for (const width of widths.slice(0, 5)) {
    await resize(width, 844);
    const { left, right, height } = boxOf(shown.element());
    expect([left, right, height], `at ${width} px`).toEqual([0, width, width]);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
  await resize(1440, 700);
  const top = () => boxOf(shown.element()).top;
  scrollTo(0, 300);
  await expect.poll(() => scrollY).toBe(300);
  expect(top()).toBeGreaterThanOrEqual(0);
  await expect
    .element(page.getByRole('heading', { name: 'What you get: 2 PNG files and 1 SVG file' }))
    .toBeVisible();
});

test('says which licence an account buys, or lets a visitor say what they do (A03)', async () => {
  const handmadeOnly = makeProduct({ _id: '6'.repeat(24), isForFabricShops: false });
  const sold = [pictured, handmadeOnly];
  const shop = await openShop({ path: productPath(pictured._id), products: sold });
  const main = page.getByRole('main');
  const choice = main.getByRole('group', { name: 'What do you do?' });
  for (const [label, sentence] of [
    ['I sew or craft', 'Small handmade shops need no extra licence.'],
    [
      'I sell wholesale',
      'Wholesale and print-on-demand need a single-file licence for every 100 items sold.',
    ],
    [
      'I print for others',
      'Fabric shops and similar sellers need a single-file licence at purchase.',
    ],
  ] as const) {
    await choice.getByText(label).click();
    await expect.element(main.getByText(sentence)).toBeVisible();
    expect(main.getByText(/need (no extra|a single-file) licence/).elements()).toHaveLength(1);
  }
  shop.signIn(newUser({ licenseType: 'FABRIC_SHOP' }));
  await shop.reload();
  await expect.element(main).toMatchTextContent('You buy: Fabric shop licence · what it allows');
  await expect
    .element(main.getByRole('link', { name: 'what it allows' }))
    .toHaveAttribute('href', `${paths.licence.path}#FABRIC_SHOP`);
  await expect.element(choice).toHaveLength(0);
  await shop.goto(productPath(handmadeOnly._id));
  await expect.element(main).toMatchTextContent('This design isn’t sold to fabric shops.');
  await expect.element(main).not.toMatchTextContent('You buy:');
});
