import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { limits } from '#contract/wire/limits.ts';
import { openShop, resize, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { lose } from '#tests/support/shop-at-fetch.ts';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const region = (name: string) => page.getByRole('region', { name });
const banner = region('A pattern nobody else has');
const categories = region('Categories');
const header = page.getByRole('banner');
const heading = page.getByRole('heading', { level: 1 });
const favourites = page.getByRole('link', { name: 'DESIGNER FAVS' });
const paper = page.getByRole('img', { name: 'Loading designs' });
const topOf = (place: Locator) => place.element().getBoundingClientRect().y;

const pictures = Array.from({ length: 5 }, (_, place) => ({
  image: { url: `data:,${place}.avif`, width: 640, height: 640, color: '#fff8ee' },
  altText: `A quilt of customer ${place}`,
}));

test('presents the studio in this order (D01, D04)', async () => {
  await openShop({ path: '/', products });
  const titles = [
    'Patterns fresh off the line',
    'Show Us',
    'A pattern nobody else has',
    'Before you sew, a word about the small print',
    'Made to order',
    'Frequently asked questions',
  ];
  const tops: number[] = [];
  for (const name of titles) {
    const title = page.getByRole('heading', { name });
    await expect.element(title).toBeVisible();
    tops.push(topOf(title));
  }
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(new Set(tops).size).toBe(titles.length);
});

test('lists what is made to order, and answers eight questions in two columns (D09, D10, D11, D12)', async () => {
  await openShop({ path: '/', products });
  await expect.element(banner).toMatchTextContent('We’re drawing. Tell us your idea.');
  const services = region('Made to order').getByRole('article');
  const branding = services.filter({ hasText: 'Logo design and branding kit' }).first();
  expect(textsOf(branding.getByRole('listitem'))).toEqual([
    'Logo in PNG and SVG',
    'Watermark',
    'Social covers',
    'Text-only logo',
    'Cards or stickers',
  ]);
  const seamless = services.filter({ hasText: 'Custom seamless PNGs' }).first();
  const resolution = seamless.getByRole('listitem').filter({ hasText: '350dpi' });
  expect(textsOf(resolution)).toEqual(['Seamless PNGs at 350dpi']);
  await expect.element(seamless).toMatchTextContent('Unlimited revisions');

  const faq = region('Frequently asked questions');
  const questions = faq.getByRole('term').elements();
  expect(questions).toHaveLength(8);
  expect(new Set(questions.map((term) => Math.round(term.getBoundingClientRect().left))).size).toBe(
    2,
  );
  const answers = textsOf(faq.getByRole('definition')).join('\n');
  expect(answers).toContain('custom requests are taken depending on availability');
  expect(answers).toMatch(/by e-mail or on social media/i);
  expect(answers).toContain('Fabric shops may buy designs for commercial use');
  expect(answers).toMatch(/contact us for licensing/i);
  expect(answers).toContain('Dimensions vary by product');
});

test('searches from the hero only if there is a text (D02, D03)', async () => {
  await openShop({ path: '/', products });
  const hero = region('Patterns fresh off the line');
  const box = hero.getByRole('searchbox');
  for (const nothing of ['', '   ']) {
    await box.fill(nothing);
    await userEvent.keyboard('{Enter}');
    expect(shownUrl()).toBe('/');
  }
  await box.fill(' moon & star ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(shownUrl).toBe('/search-product?query=moon%20%26%20star');

  history.back();
  await hero.getByRole('link', { name: 'Shop All' }).click();
  await expect.poll(shownUrl).toBe('/shop');
});

test("links to the designers' favourites once there are some, and the shop can remove the filter (D13)", async () => {
  await openShop({ path: '/', products });
  const marked = products.filter(({ isDesignerFavourite }) => isDesignerFavourite);
  await favourites.click();
  await expect.poll(shownUrl).toBe('/shop?favourites=1');
  const cards = region('Results').getByRole('article');
  const titles = () => textsOf(cards.getByRole('heading'));
  await expect.poll(titles).toEqual(marked.map(({ title }) => title));
  const choice = page
    .getByRole('complementary', { name: 'Filter by' })
    .getByRole('checkbox', { name: 'Designer favourites' });
  await expect.element(choice).toBeChecked();
  await choice.click();
  await expect.poll(shownUrl).toBe('/shop?sort=newest');
  await expect.element(cards).toHaveLength(28);

  await choice.click();
  await expect.poll(shownUrl).toBe('/shop?favourites=1&sort=newest');
  await expect.element(cards).toHaveLength(marked.length);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(choice).not.toBeChecked();
  await expect.element(cards).toHaveLength(28);
});

test('shows the best sellers right below the search, and the newest designs in a row, at any width (F08, F09)', async () => {
  const columns = new Map([
    [320, 2],
    [390, 2],
    [430, 2],
    [768, 3],
    [1440, 4],
  ]);
  let releaseNewest = () => {};
  let releaseSold = () => {};
  const shop = await openShop({
    path: '/',
    products,
    prepare(its) {
      releaseNewest = its.hold('productsNewArrivals');
      releaseSold = its.hold('productsBestSelling');
    },
  });
  const designs = {
    newest: shop.ask('productsNewArrivals').products.slice(0, 8),
    sold: shop.ask('productsBestSelling').products.slice(0, 4),
  };
  const rows = [
    ['Best sellers', designs.sold, 'See all best sellers', '/best-sellers'],
    ['New designs', designs.newest, 'See all designs', '/shop'],
  ] as const;
  await expect.element(paper).toHaveLength(2);
  await expect.element(page.getByText('Unlimited revisions').first()).toBeInTheDocument();
  const featured = region('Show Us');
  const tops = new Map<number, number[]>();
  for (const width of columns.keys()) {
    await resize(width, 844);
    tops.set(width, [topOf(featured), topOf(banner)]);
  }

  releaseNewest();
  releaseSold();
  for (const [width, count] of columns) {
    await resize(width, 844);
    for (const [name, expected, link] of rows) {
      const row = region(name);
      await expect
        .poll(() => [...row.element().querySelectorAll('h3')].map((title) => title.textContent))
        .toEqual(expected.map(({ title }) => title));
      await row.getByRole('link', { name: link }).click({ trial: true });
    }
    const placesOf = (name: string) =>
      region(name)
        .getByRole('listitem')
        .elements()
        .map((item) => item.getBoundingClientRect());
    const newest = placesOf('New designs');
    expect(new Set(newest.map(({ y }) => y)).size, `newest at ${width} px`).toBe(1);
    const sold = placesOf('Best sellers');
    expect(new Set(sold.map(({ x }) => x)).size, `columns at ${width} px`).toBe(count);
    // Two rows on a phone, else one.
    expect(sold).toHaveLength(count === 3 ? 3 : 4);

    scrollTo(0, 0);
    if (width < 500)
      expect(topOf(region('Best sellers').getByRole('article').first())).toBeLessThan(700);
    // Neither moves the specified sections.
    expect(topOf(region('New designs'))).toBeGreaterThan(topOf(categories));
    for (const [place, top] of [topOf(featured), topOf(banner)].entries()) {
      expect(top, `${place} at ${width} px`).toBeCloseTo(tops.get(width)?.[place] ?? 0, 0);
    }
    expect(document.documentElement.scrollWidth).toBe(width);
  }
  for (const [name, , link, path] of rows) {
    await region(name).getByRole('link', { name: link }).click();
    await expect.poll(shownUrl).toBe(path);
    history.back();
    await expect.poll(shownUrl).toBe('/');
  }
});

test('begins with the newest designs while hardly any is sold (F08, F09)', async () => {
  const some = products.slice(0, 6).map((product, place) => ({
    ...product,
    salesCount: place < 3 ? 1 : 0,
  }));
  await openShop({ path: '/', products: some });
  await expect.element(region('Best sellers').getByRole('article')).toHaveLength(3);
  await expect.element(region('New designs').getByRole('article')).toHaveLength(4);
  expect(topOf(region('New designs'))).toBeLessThan(topOf(region('Show Us')));
  expect(topOf(region('Best sellers'))).toBeGreaterThan(topOf(categories));
});

test('has no row without designs, and links to the shop, the best sellers and the terms (D01, D08, D13, D14)', async () => {
  const shop = await openShop({ path: '/' });
  await expect.poll(() => shop.queriesOf('productsBestSelling')).toHaveLength(1);
  await expect.poll(() => shop.queriesOf('filterOptions')).toHaveLength(1);
  await expect.element(paper).toHaveLength(0);
  await expect.element(region('New designs')).toHaveLength(0);
  await expect.element(region('Best sellers')).toHaveLength(0);

  const tiles = categories.getByRole('listitem');
  expect(textsOf(tiles)).toEqual(['NEW ARRIVALS', 'BESTSELLERS', 'DESIGNER FAVS']);
  // While the designers have no favourites, the tile isn't a link or a tab stop.
  await expect.element(tiles.nth(2).getByRole('link')).toHaveLength(0);
  for (const [place, link, path] of [
    ['Categories', 'NEW ARRIVALS', '/shop'],
    ['Categories', 'BESTSELLERS', '/best-sellers'],
    ['Categories', 'SHOP ALL', '/shop'],
    ['Before you sew, a word about the small print', 'Join The Community', '/terms-conditions'],
  ] as const) {
    await region(place).getByRole('link', { name: link }).click();
    await expect.poll(shownUrl).toBe(path);
    history.back();
    await expect.poll(shownUrl).toBe('/');
  }
});

/** Red, green and blue of an element's background. */
function ground(element: Locator): readonly [number, number, number] {
  const color = getComputedStyle(element.element()).backgroundColor;
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue];
}

test('says that custom requests are open only if the studio says so (D05, P05, U15)', async () => {
  let release = () => {};
  await openShop({
    path: '/',
    prepare(shop) {
      release = shop.hold('customStatus');
    },
  });
  const status = banner.getByRole('strong');
  const request = banner.getByRole('button', { name: 'REQUEST A CUSTOM' });
  await expect.element(status).toHaveTextContent('CLOSED');
  await expect.element(request).toBeDisabled();
  const [red, green, blue] = ground(status);
  expect(red, 'closed is red').toBeGreaterThan(Math.max(green, blue));

  release();
  await expect.element(status).toHaveTextContent('OPEN');
  await expect.element(request).toBeEnabled();
  // Its colour changes gradually.
  const isGreen = () => {
    const [red, green, blue] = ground(status);
    return green > Math.max(red, blue);
  };
  await expect.poll(isGreen, { message: 'open is green' }).toBe(true);
});

test('loads the featured images, and names one without a description (P07, O15)', async () => {
  let release = () => {};
  await openShop({
    path: '/',
    prepare(shop) {
      release = shop.hold('featuredImages');
      shop.handlers.featuredImages = () =>
        pictures.map((picture, place) => (place === 0 ? { ...picture, altText: '' } : picture));
    },
  });
  const section = region('Show Us');
  const loading = section.getByRole('status');
  await expect.element(loading).toHaveTextContent('Loading images');
  const spinner = loading.element().querySelector<HTMLElement>(':scope > span');
  await expect.element(spinner).toBeVisible();
  expect(getComputedStyle(spinner ?? document.body).animationName).toMatch(/turn/);

  release();
  await expect.element(loading).toHaveLength(0);
  await expect.element(section.getByRole('img').first()).toHaveAccessibleName('Featured Image');
  await expect.element(section.getByRole('img').nth(1)).toHaveAccessibleName(/.{10,}/);
});

test('says so if the featured images do not load, and can retry (P07, T12)', async () => {
  const shop = await openShop({
    path: '/',
    prepare({ handlers }) {
      handlers.featuredImages = lose;
    },
  });
  const section = region('Show Us');
  await expect.element(section.getByRole('alert')).toMatchTextContent('Error loading images.');
  await expect.element(section.getByRole('img')).toHaveLength(0);

  shop.handlers.featuredImages = () => pictures;
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section.getByRole('img').first()).toBeVisible();
  await expect.element(section.getByRole('alert')).toHaveLength(0);
});

test('adds to the cart from the home page, and opens a design that is in both rows, while custom requests are closed (F08, F09, P05)', async () => {
  const [design] = products;
  if (!design) throw new Error('The catalogue is empty');
  const only = { ...design, salesCount: 1 };
  const shop = await openShop({
    path: '/',
    products: [only],
    prepare({ handlers }) {
      handlers.customStatus = () => ({ status: 'Off', updatedAt: design.publishedAt });
    },
  });
  const row = region('Best sellers');
  await row.getByRole('button', { name: `Add ${design.title} to cart` }).click();
  await expect.element(header.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await row.getByRole('link', { name: design.title }).click();
  await expect.element(heading).toHaveTextContent(design.title);
  history.back();
  await expect.element(row.getByRole('link', { name: design.title })).toBeVisible();

  expect(shop.queriesOf('customStatus')).toHaveLength(1);
  await expect.element(banner.getByRole('strong')).toHaveTextContent('CLOSED');
  await expect
    .element(banner)
    .toMatchTextContent('Sign up for updates to hear when custom requests open.');
  await expect.element(banner.getByRole('button', { name: 'REQUEST A CUSTOM' })).toBeDisabled();
});

/** How many slides are completely visible. */
function shownSlides(carousel: Locator): number {
  const { left, right } = carousel.element().getBoundingClientRect();
  return slidesOf(carousel).filter((slide) => {
    const place = slide.getBoundingClientRect();
    return place.left > left - 2 && place.right < right + 2;
  }).length;
}

const slidesOf = (carousel: Locator) => [
  ...carousel.element().querySelectorAll('[aria-roledescription="slide"]'),
];

/** The name of the slide left of the first: the last one, in an endless row. */
function beforeFirst(carousel: Locator): string | undefined {
  const names = slidesOf(carousel)
    .map((slide) => ({
      name: slide.getAttribute('aria-label') ?? '',
      left: slide.getBoundingClientRect().left,
    }))
    .sort((a, b) => a.left - b.left)
    .map(({ name }) => name);
  return names[names.findIndex((name) => name.startsWith('1 of ')) - 1];
}

/** Every duration, in ms, of the row's transitions from now on. */
function watchMoves(carousel: Locator): () => number[] {
  const row = carousel.element().querySelector<HTMLElement>('.swiper-wrapper');
  if (!row) throw new Error('The carousel is not moving yet');
  const moves: number[] = [];
  new MutationObserver(() => {
    const ms = Number.parseFloat(row.style.transitionDuration);
    if (ms > 0 && moves.at(-1) !== ms) moves.push(ms);
    if (ms === 0) moves.push(0);
  }).observe(row, { attributeFilter: ['style'] });
  return () => moves.filter((ms) => ms > 0);
}

/** Whether the carousel advances by itself. */
function isMoving(carousel: Locator): boolean {
  const { swiper } = carousel.element().querySelector('.swiper') as Element & {
    readonly swiper: { readonly autoplay: { readonly running: boolean } };
  };
  return swiper.autoplay.running;
}

/** Opens the home page for somebody who doesn't mind motion. */
async function openMoving(): Promise<void> {
  await setMotion('no-preference');
  onTestFinished(async () => {
    await setMotion('reduce');
  });
  await openShop({
    path: '/',
    products,
    prepare({ handlers }) {
      handlers.featuredImages = () => pictures;
    },
  });
}

const setMotion = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });

const featured = region('Featured pictures');
const pause = featured.getByRole('button', { name: 'Pause' });
const next = featured.getByRole('button', { name: 'Next slide' });

test('moves the featured images automatically, four side by side (U13)', async () => {
  expect(limits.featuredCarousel).toEqual({
    slides: 4,
    slidesSmall: 2,
    smallBelowPx: 600,
    speedMs: 4000,
    delayMs: 4000,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await openMoving();
  await expect.element(featured).toBeVisible();
  // It is below the first screen: its code loads once it is seen or touched.
  await featured.hover();
  await expect.element(pause).toBeVisible();
  expect(shownSlides(featured)).toBe(4);

  const moves = watchMoves(featured);
  await featured.getByRole('group').first().hover();
  vi.advanceTimersByTime(20_000);
  expect(moves(), 'it waits under the pointer').toEqual([]);

  await header.hover();
  vi.advanceTimersByTime(4100);
  await expect.poll(moves).toEqual([4000]);
});

test('featured images stay while somebody on the keyboard is among them', async () => {
  await openMoving();
  await featured.hover();
  await expect.element(pause).toBeVisible();
  await header.hover();
  await expect.poll(() => isMoving(featured)).toBe(true);

  next.element().focus();
  await expect.poll(() => isMoving(featured)).toBe(false);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => isMoving(featured)).toBe(false);
  await expect.element(pause).toBeVisible();

  pause.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(featured.getByRole('button', { name: 'Play' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => isMoving(featured), { message: 'pressing Play counts more' }).toBe(true);

  next.element().focus();
  await expect.poll(() => isMoving(featured)).toBe(false);
  await userEvent.tab();
  await expect.poll(() => isMoving(featured), { message: 'it goes on once they left' }).toBe(true);
});

test('shows two featured images below 600 px, in an endless row (U13)', async () => {
  await resize(600, 800);
  await openMoving();
  await featured.hover();
  await expect.element(pause).toBeVisible();
  expect(shownSlides(featured)).toBe(4);
  await resize(599, 800);
  await expect.poll(() => shownSlides(featured)).toBe(2);
  const moves = watchMoves(featured);
  await featured.getByRole('button', { name: 'Previous slide' }).click();
  await expect.poll(moves).toEqual([4000]);
  await expect.poll(() => beforeFirst(featured)).toMatch(/^(\d+) of \1$/);
});

test('moves the services one at a time, in a loop (U14)', async () => {
  await openMoving();
  const services = region('Services');
  await services.hover();
  const dots = services.getByRole('button', { name: /^Slide \d$/ });
  await expect.element(dots).toHaveLength(2);
  expect(shownSlides(services)).toBe(1);
  await expect.element(dots.nth(0)).toHaveAttribute('aria-current', 'true');

  const moves = watchMoves(services);
  for (const [button, dot] of [
    ['Next slide', 1],
    ['Next slide', 0],
    ['Previous slide', 1],
    ['Slide 1', 0],
  ] as const) {
    await services.getByRole('button', { name: button }).click();
    await expect.element(dots.nth(dot)).toHaveAttribute('aria-current', 'true');
  }
  expect(new Set(moves())).toEqual(new Set([300]));
});
