import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { colorPath, paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { cartLink, newUser, openShop, resize, shownUrl } from '#tests/support/open-shop.tsx';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';
import { setCardColumns } from '#ui/card-columns.ts';

/** The minimum size of a touch target, in CSS pixels. */
const target = 44;
const header = page.getByRole('banner');
const box = header.getByRole('searchbox');
const cards = page.getByRole('main').getByRole('article');
const [first] = products;
if (!first) throw new Error('The catalogue is empty');

async function boxOf(shown: Locator): Promise<DOMRect> {
  await expect.element(shown).toBeVisible();
  return shown.element().getBoundingClientRect();
}

async function expectTarget(control: Locator): Promise<void> {
  const { width, height } = await boxOf(control);
  expect(width, `width of ${control}`).toBeGreaterThanOrEqual(target);
  expect(height, `height of ${control}`).toBeGreaterThanOrEqual(target);
}

/** By how much the page is wider than the screen. */
const overflow = () => document.documentElement.scrollWidth - innerWidth;

function columns(): number {
  const tops = cards.elements().map((card) => card.getBoundingClientRect().top);
  return tops.filter((top) => top === tops[0]).length;
}

test('shows one search box on each screen but Home (C07, H01, H06)', async () => {
  const shop = await openShop({ path: paths.shop.path, products });
  for (const [path, words] of [
    ['/best-sellers?search=fox', 'fox'],
    ['/shop', ''],
    ['/search-product?query=moon', 'moon'],
  ] as const) {
    await shop.goto(path);
    for (const width of [360, 1440]) {
      await resize(width, 780);
      await expect.element(cards.first()).toBeVisible();
      await expect.element(page.getByRole('searchbox')).toHaveLength(1);
      await expect.element(box).toHaveValue(words);
    }
  }
  // The same header works there, and its box empties.
  for (const width of [1440, 360]) {
    await resize(width, 780);
    await header.getByRole('link', { name: 'Pinwheel home' }).click();
    await expect.poll(shownUrl).toBe('/');
    await expect.element(box).toHaveValue('');
    history.back();
    await expect.element(box).toHaveValue('moon');
  }
});

test('fits a long name and a struck-through price on a card of a 320 px screen (F09, F10)', async () => {
  await resize(320, 640);
  const long: Partial<Product> = {
    title: 'Supercalifragilistic foxes in a moonlit mushroom meadow with daisies',
    designer: ['Clementine Fox', 'Juniper Moon'],
    price: 12_345.5,
    discountedPrice: 10_999.25,
  };
  const designs = products.map((product) => ({ ...product, ...long }));
  await openShop({ path: paths.shop.path, products: designs });
  const card = cards.first();
  await expect.element(card).toMatchTextContent('Supercalifragilistic');
  for (const text of ['$10,999.25', '$12,345.50', '11% off']) {
    await expect.element(card).toMatchTextContent(text);
  }
  const { left, right } = await boxOf(card);
  for (const button of card.getByRole('button').all()) {
    await expectTarget(button);
    const place = await boxOf(button);
    expect(place.left).toBeGreaterThanOrEqual(left);
    expect(place.right).toBeLessThanOrEqual(right);
  }
  const title = card.getByRole('heading').element();
  const lines = title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight);
  expect(Math.round(lines)).toBe(2);
  // Nothing is wider than its card.
  const { scrollWidth, clientWidth } = card.element();
  expect(scrollWidth - clientWidth).toBe(0);
  expect(overflow()).toBe(0);
});

test('lists designs in as many columns as each width has room for (F04)', async () => {
  const shop = await openShop({ path: paths.shop.path, products });
  // On wide screens the shop has its filters next to the cards.
  for (const path of [paths.shop.path, paths.bestSellers.path, '/search-product?query=moon']) {
    await shop.goto(path);
    await expect.element(cards.nth(5)).toBeVisible();
    for (const [width, count] of [
      [300, 1],
      [320, 2],
      [360, 2],
      [390, 2],
      [768, 3],
      [1440, 4],
    ] as const) {
      const where = { message: `${path} at ${width} px` };
      await resize(width, 780);
      await expect.poll(columns, where).toBe(count);
      await expect.poll(overflow, where).toBe(0);
    }
  }
});

test('shows cards in one column on a phone if the buyer chooses so (F04)', async () => {
  onTestFinished(() => setCardColumns(false));
  await resize(360, 780);
  await openShop({ path: paths.shop.path, products });
  const choice = page.getByRole('button', { name: 'One column', pressed: false });
  const chosen = page.getByRole('button', { name: 'One column', pressed: true });
  await expect.element(cards.nth(3)).toBeVisible();
  await expectTarget(choice);
  (choice.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(chosen).toHaveFocus();
  expect(columns()).toBe(1);
  expect(overflow()).toBe(0);
  await resize(768, 780);
  await expect.element(chosen).toHaveLength(0);
  expect(columns()).toBe(3);
});

test('keeps two columns of cards low, with heart and bag on the picture (F04)', async () => {
  const designs = products.map((product) => ({
    ...product,
    title: 'A moonlit mushroom meadow with daisies',
    price: 14,
    discountedPrice: 10.5,
  }));
  await openShop({ path: paths.shop.path, products: designs });
  for (const width of [360, 390, 430]) {
    await resize(width, 844);
    await expect.element(cards.first()).toBeVisible();
    const card = cards.first().element();
    const { left, right, top, height, bottom } = card.getBoundingClientRect();
    expect(height, `at ${width} px`).toBeLessThanOrEqual(width < 400 ? 275 : 295);
    const buttons = [...card.querySelectorAll('button')].map((each) =>
      each.getBoundingClientRect(),
    );
    const [heart, bag] = buttons;
    if (!heart || !bag) throw new Error('The card lacks a button');
    const picture = right - left;
    for (const button of buttons) {
      expect(button.top).toBeGreaterThanOrEqual(top);
      expect(button.bottom).toBeLessThanOrEqual(top + picture);
      expect(button.right).toBeLessThanOrEqual(right);
      expect(button.bottom).toBeLessThan(bottom);
    }
    expect(heart.bottom).toBeLessThanOrEqual(bag.top);
  }
});

/** How far the ring of a focused control reaches beyond it. */
function ringOf(control: Element): number {
  if (!control.matches(':focus-visible')) throw new Error('The control shows no focus');
  const { outlineWidth, outlineOffset } = getComputedStyle(control);
  return Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
}

/** Focuses each button of a card as the Tab key does, and finds its ring within the card, which cuts off the rest. */
function expectWholeRings(card: Element): void {
  const buttons = card.querySelectorAll<HTMLElement>('button:enabled');
  expect(buttons.length).toBeGreaterThan(0);
  for (const button of buttons) {
    button.focus();
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    const spaces = [place.left - left, right - place.right, place.top - top, bottom - place.bottom];
    expect(Math.min(...spaces), button.ariaLabel ?? '').toBeGreaterThanOrEqual(ringOf(button));
  }
}

test('keeps the sticker and the buttons of a narrow card apart, each with its whole ring (F04)', async () => {
  await resize(320, 640);
  const designs = products.map((product) => ({ ...product, isBuyable: product._id !== first._id }));
  await openShop({ path: paths.shop.path, products: designs });
  const drawn = cards.filter({ hasText: 'Being drawn' });
  const sticker = await boxOf(drawn.getByText('Being drawn'));
  const heart = await boxOf(drawn.getByRole('button', { name: /^Save/ }));
  expect(sticker.right).toBeLessThanOrEqual(heart.left);

  const colorOf = (bag: Element | null) => bag && getComputedStyle(bag).backgroundColor;
  const [, other] = cards.elements();
  if (!other) throw new Error('There is one card alone');
  const addable = colorOf(other.querySelector('button[aria-label^="Add"]'));
  expect(colorOf(drawn.element().querySelector(':disabled'))).not.toBe(addable);

  await userEvent.tab();
  expectWholeRings(other);
});

test('is as high while designs load as with them, in one column and in two (F06)', async () => {
  onTestFinished(() => setCardColumns(false));
  let release = () => {};
  await openShop({
    path: paths.shop.path,
    products,
    prepare(shop) {
      release = shop.hold('products');
    },
  });
  const paper = page.getByRole('img', { name: 'Loading designs' });
  const heights = async (find: () => Element | null | undefined) => {
    const found: number[] = [];
    for (const [width, isOne] of [
      [360, false],
      [360, true],
      [460, false],
    ] as const) {
      await resize(width, 780);
      setCardColumns(isOne);
      found.push(find()?.getBoundingClientRect().height ?? 0);
    }
    return found;
  };
  await expect.element(paper).toBeVisible();
  const before = await heights(() => paper.element().querySelector('[data-skeleton]'));
  release();
  await expect.element(cards.first()).toBeVisible();
  const after = await heights(() => cards.first().element());
  for (const [place, height] of after.entries()) {
    expect(Math.abs(height - (before[place] ?? 0)), `${before} → ${after}`).toBeLessThan(32);
  }
});

test('gives the cards of a row no space below their words (F04)', async () => {
  await openShop({ path: paths.home.path, products });
  const card = cards.filter({ hasText: first.title }).first();
  for (const width of [360, 460, 512]) {
    await resize(width, 780);
    const { width: picture, height } = await boxOf(card);
    expect(height - picture, `at ${width} px`).toBeLessThanOrEqual(112);
  }
});

test('shows the wishlist in two columns on a phone, with touch targets (L13)', async () => {
  await resize(320, 640);
  const wishlist = products.slice(0, 4).map(({ _id }) => _id);
  await openShop({ path: paths.myWishlist.path, products, wishlist, user: newUser() });
  await expect.element(cards).toHaveLength(4);
  expect(columns()).toBe(2);
  for (const button of cards.first().getByRole('button').all()) await expectTarget(button);
  expect(overflow()).toBe(0);
  await userEvent.tab();
  expectWholeRings(cards.first().element());
});

test('fits the header in one row at 320 px too (C07)', async () => {
  await resize(320, 640);
  await openShop({ path: paths.home.path, products });
  expect((await boxOf(header)).bottom).toBeLessThanOrEqual(88);
  await expectTarget(box);
  expect(overflow()).toBe(0);
});

test('fits promo strip, header and search in 88 px, each with touch targets (C01, C04, C07, C08, C09, C10)', async () => {
  await resize(360, 780);
  const shop = await openShop({ path: paths.home.path, products });
  const home = header.getByRole('link', { name: 'Pinwheel home' });
  const expectSmallFrame = async (path: string) => {
    await shop.goto(path);
    expect((await boxOf(header)).bottom, path).toBeLessThanOrEqual(88);
    const invitation = page.getByRole('complementary', { name: 'Invitation' });
    await expectTarget(invitation.getByRole('link'));
    await expectTarget(header.getByRole('button', { name: 'Menu' }));
    await expectTarget(home);
    await expect.element(home).toHaveTextContent('Pinwheel');
    await expectTarget(box);
    await expectTarget(cartLink(0));
  };
  for (const path of [paths.home.path, paths.shop.path, paths.search.path, paths.cart.path]) {
    await expectSmallFrame(path);
    await expectTarget(header.getByRole('link', { name: 'Sign in' }));
  }
  shop.signIn(newUser());
  await expectSmallFrame(paths.shop.path);
  await expectTarget(header.getByRole('button', { name: /^Account of/ }));

  // While in use, the box has the whole row.
  await box.click();
  await expect.poll(async () => (await boxOf(box)).width).toBeGreaterThan(320);
  await box.fill('moon');
  await userEvent.keyboard('{Enter}');
  await expect.poll(shownUrl).toBe('/search-product?query=moon');
});

test('has Add to Cart, heart and price within reach of a thumb (G03, G04)', async () => {
  await resize(360, 780);
  await openShop({ path: productPath(first._id), products });
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true });
  await expect.element(add).toHaveLength(1);
  const { y } = await boxOf(add);
  await expectTarget(add);
  await expectTarget(page.getByRole('button', { name: `Save ${first.title} to wishlist` }));
  expect(y).toBeGreaterThan(780 - 80);
  // Name and price are above the bar.
  const name = page.getByRole('heading', { level: 1 });
  for (const shown of [name, page.getByRole('main').getByText(/^\$\d/).first()]) {
    expect((await boxOf(shown)).bottom).toBeLessThan(y);
  }
  // It stays while the page scrolls, and covers nothing at the page's end.
  const last = page.getByRole('contentinfo').getByRole('link').last();
  const bottomOfLast = () => {
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    return last.element().getBoundingClientRect().bottom;
  };
  await expect.poll(bottomOfLast).toBeLessThanOrEqual(y - 8);
  expect((await boxOf(add)).y).toBe(y);
  await add.click();
  await expect.element(cartLink(1)).toBeInTheDocument();
});

test('shows the whole name of each order on the narrowest phones', async () => {
  await resize(360, 780);
  await openShop({ path: colorPath('#e8a0b0'), products: [{ ...first, swatches: 'e8a0b0f' }] });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect.element(sort).toHaveValue('closest-color');
  await expect.element(page.getByRole('button', { name: 'Filters 1 active' })).toBeVisible();

  await document.fonts.ready;
  const menu = sort.element() as HTMLSelectElement;
  const { font, paddingLeft, paddingRight } = getComputedStyle(menu);
  const room = menu.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) throw new Error('Nothing measures text here');
  ruler.font = font;
  const tooLong = [...menu.options].filter(({ text }) => ruler.measureText(text).width > room);
  expect(tooLong.map(({ text }) => text)).toEqual([]);
});
