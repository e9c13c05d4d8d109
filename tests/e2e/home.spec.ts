import type { Locator, Page } from '@playwright/test';
import { limits } from '#contract/wire/limits.ts';
import {
  changeAnswer,
  changeDocuments,
  cutCall,
  holdCall,
  watchCalls,
} from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

/** Opens Home from another screen, so that its answers are requested instead of embedded in the HTML. */
async function enterHome(page: Page): Promise<void> {
  await page.goto('/terms-conditions');
  await page.getByRole('banner').getByRole('link', { name: 'HOME', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patterns fresh off the line');
}

test('presents the studio, what it makes, a search and the way to the favourites', async ({
  page,
  api,
}) => {
  await page.goto('/');
  await test.step('presents the studio in this order (D01, D04)', async () => {
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
      const heading = page.getByRole('heading', { name, exact: true });
      await expect(heading).toBeVisible();
      tops.push((await heading.boundingBox())?.y ?? Number.NaN);
    }
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(new Set(tops).size).toBe(titles.length);
  });

  await test.step('lists what is made to order, and answers eight questions in two columns (D07, D09, D10, D11, D12)', async () => {
    const custom = page.getByRole('region', { name: 'A pattern nobody else has' });
    await expect(custom).toContainText('Sign up for updates to hear when customs open.');

    const services = page.getByRole('region', { name: 'Made to order' });
    const branding = services
      .getByRole('article')
      .filter({ hasText: 'Logo design and branding kit' });
    await expect(branding.first().getByRole('listitem')).toHaveText([
      'Logo in PNG and SVG',
      'Watermark',
      'Social covers',
      'Text-only logo',
      'Cards or stickers',
    ]);
    const seamless = services.getByRole('article').filter({ hasText: 'Custom seamless PNGs' });
    await expect(seamless.first().getByRole('listitem').filter({ hasText: '350dpi' })).toHaveText(
      'Seamless PNGs at 350dpi',
    );
    await expect(seamless.first()).toContainText('Unlimited revisions');

    const faq = page.getByRole('region', { name: 'Frequently asked questions' });
    const questions = faq.getByRole('term');
    await expect(questions).toHaveCount(8);
    const lefts = await questions.evaluateAll((terms) =>
      terms.map((term) => Math.round(term.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size).toBe(2);
    const answers = (await faq.getByRole('definition').allTextContents()).join('\n');
    expect(answers).toContain('customs are taken depending on availability');
    expect(answers).toMatch(/by e-mail or on social media/i);
    expect(answers).toContain('Fabric shops may buy designs for commercial use');
    expect(answers).toMatch(/contact us for licensing/i);
    expect(answers).toContain('Dimensions vary by product');
  });

  await test.step('searches from the hero only if there is a text (D02, D03)', async () => {
    const hero = page.getByRole('region', { name: 'Patterns fresh off the line' });
    const box = hero.getByRole('searchbox');
    for (const nothing of ['', '   ']) {
      await box.fill(nothing);
      await box.press('Enter');
      await expect(page).toHaveURL('/');
    }

    await box.fill(' moon & star ');
    await box.press('Enter');
    await expect(page).toHaveURL('/search-product?query=moon%20%26%20star');

    await page.goBack();
    await hero.getByRole('link', { name: 'Shop All' }).click();
    await expect(page).toHaveURL('/shop');
  });
  await page.goBack();

  await test.step("links to the designers' favourites once there are some, and the shop can remove the filter (D13)", async () => {
    const all = await api.call('productsFilter', { query: { limit: '100' } });
    const marked = all.products.filter(({ isDesignerFavourite }) => isDesignerFavourite);
    expect(marked.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'DESIGNER FAVS' }).click();
    await expect(page).toHaveURL('/shop?favourites=1');

    const cards = page.getByRole('region', { name: 'Results' }).getByRole('article');
    await expect(cards.getByRole('heading')).toHaveText(marked.map(({ title }) => title));
    const choice = page
      .getByRole('complementary', { name: 'Filter by' })
      .getByRole('checkbox', { name: 'Designer favourites' });
    await expect(choice).toBeChecked();
    await choice.uncheck();
    await expect(page).toHaveURL('/shop?sort=newest');
    await expect(cards).toHaveCount(28);

    await choice.check();
    await expect(page).toHaveURL('/shop?favourites=1&sort=newest');
    await expect(cards).toHaveCount(marked.length);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(choice).not.toBeChecked();
    await expect(cards).toHaveCount(28);
  });
});

test('counts at NEW ARRIVALS what was added since the last visit, the same in each tab', {
  tag: ['@D13'],
}, async ({ page, api, context }) => {
  const { products } = await api.call('productsNewArrivals');
  const asked = watchCalls(page, 'productsNewArrivals');
  const arrivals = (tab: Page) =>
    tab.getByRole('region', { name: 'Categories' }).getByRole('link').first();
  const kept = () => page.evaluate(() => localStorage.getItem('visits'));
  const favouritesLink = page.getByRole('link', { name: 'DESIGNER FAVS' });
  await page.goto('/');
  await expect.poll(kept).not.toBeNull();
  await expect(favouritesLink).toBeVisible();
  await expect(arrivals(page)).toHaveText('NEW ARRIVALS');
  // The row of new designs sends the request; a first visit has nothing to compare with.
  await expect(page.getByRole('region', { name: 'New designs' }).getByRole('article')).toHaveCount(
    4,
  );
  expect(asked).toHaveLength(1);
  const before = await arrivals(page).boundingBox();

  const leftAt = Date.parse(products[3]?.publishedAt ?? '');
  await page.evaluate((seenAt) => {
    localStorage.setItem('visits', JSON.stringify({ seenAt, lastAt: null }));
  }, leftAt);
  await page.reload();
  await expect(arrivals(page)).toHaveAccessibleName('NEW ARRIVALS 3 new since your last visit');
  expect(await arrivals(page).boundingBox()).toEqual(before);

  const other = await context.newPage();
  await other.goto('/');
  await expect(arrivals(other)).toHaveText(/3 new since your last visit$/);
  await page.reload();
  await expect(arrivals(page)).toHaveText(/3 new since your last visit$/);
});

test('shows the newest designs and the best sellers in a row each, at any width', {
  tag: ['@F08', '@F09'],
}, async ({ page, api }) => {
  const widths = [360, 768, 1440];
  const newest = (await api.call('productsNewArrivals')).products.slice(0, 8);
  const sold = (await api.call('productsBestSelling', { query: { limit: '10' } })).products;
  const releaseNewest = await holdCall(page, 'productsNewArrivals');
  const releaseSold = await holdCall(page, 'productsBestSelling');
  await page.goto('/');
  const categories = page.getByRole('region', { name: 'Categories' });
  const banner = page.getByRole('region', { name: 'A pattern nobody else has' });
  await expect(page.getByRole('img', { name: 'Loading designs' })).toHaveCount(2);
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
  const tops = new Map<number, number>();
  for (const width of widths) {
    await resize(page, width);
    tops.set(width, await topOf(banner));
  }

  releaseNewest();
  releaseSold();
  const rows = [
    ['New designs', newest, 'See all designs', '/shop'],
    ['Best sellers', sold.slice(0, 8), 'See all best sellers', '/best-sellers'],
  ] as const;
  for (const width of widths) {
    await resize(page, width);
    for (const [name, designs, link] of rows) {
      const row = page.getByRole('region', { name });
      await expect(row.locator('h3')).toHaveText(designs.map(({ title }) => title));
      const shown = await row.getByRole('listitem').all();
      const tops = await Promise.all(shown.map(topOf));
      expect(new Set(tops).size, `they are in one row at ${width} px`).toBe(1);
      await row.getByRole('link', { name: link }).click({ trial: true });
    }
    // Between the categories and the next specified section, which don't move for them.
    const rowTop = await topOf(page.getByRole('region', { name: 'New designs' }));
    expect(rowTop).toBeGreaterThan(await topOf(categories));
    expect(rowTop).toBeLessThan(await topOf(banner));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await topOf(banner), `at ${width} px`).toBeCloseTo(tops.get(width) ?? 0, 0);
  }
  for (const [name, , link, path] of rows) {
    await page.getByRole('region', { name }).getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
    await expect(page).toHaveURL('/');
  }
});

/** Sets the window's width and waits until what follows it has been drawn. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  });
}

test('has no row without designs, and links to the shop, the best sellers and the terms', async ({
  page,
}) => {
  await changeAnswer(page, 'productsNewArrivals', () => ({ products: [] }));
  await changeAnswer(page, 'productsBestSelling', () => ({
    products: [],
    totalPages: 0,
    total: 0,
  }));
  await changeAnswer(page, 'filterOptions', (options) => ({ ...options, hasFavourites: false }));
  const answered = page.waitForResponse(/filter-options$/);
  await page.goto('/');
  await answered;
  await test.step('has no row without designs (D01)', async () => {
    await expect(page.getByRole('img', { name: 'Loading designs' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'New designs' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Best sellers' })).toHaveCount(0);
  });

  await test.step('links to the shop, the best sellers and the terms (D08, D13, D14)', async () => {
    const categories = page.getByRole('region', { name: 'Categories' });
    await expect(categories.getByRole('listitem')).toHaveText([
      'NEW ARRIVALS',
      'BESTSELLERS',
      'DESIGNER FAVS',
    ]);
    // While the designers have no favourites, the tile isn't a link or a tab stop.
    await expect(categories.getByRole('listitem').nth(2).getByRole('link')).toHaveCount(0);
    for (const [region, link, path] of [
      ['Categories', 'NEW ARRIVALS', '/shop'],
      ['Categories', 'BESTSELLERS', '/best-sellers'],
      ['Categories', 'SHOP ALL', '/shop'],
      ['Before you sew, a word about the small print', 'Join The Community', '/terms-conditions'],
    ] as const) {
      await page.getByRole('region', { name: region }).getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(path);
      await page.goBack();
      await expect(page).toHaveURL('/');
    }
  });
});

/** Red, green and blue of an element's background. */
async function ground(element: Locator): Promise<readonly [number, number, number]> {
  const color = await element.evaluate((node) => getComputedStyle(node).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue];
}

test('says that custom requests are open, and shows the featured images, once that is known', async ({
  page,
}) => {
  await changeAnswer(page, 'customStatus', (answer) => ({ ...answer, status: 'On' }));
  const releaseStatus = await holdCall(page, 'customStatus');
  await changeAnswer(page, 'featuredImages', (images) =>
    images.map((image, place) => (place === 0 ? { ...image, altText: '' } : image)),
  );
  const releaseImages = await holdCall(page, 'featuredImages');
  await enterHome(page);
  await test.step('says that custom requests are open only if the studio says so (D05, P05, U15)', async () => {
    const banner = page.getByRole('region', { name: 'A pattern nobody else has' });
    const status = banner.getByText('Custom Status').getByRole('strong');
    const request = banner.getByText('REQUEST A CUSTOM');
    await expect(status).toHaveText('CLOSED');
    await expect(request).toBeDisabled();
    const [red, green, blue] = await ground(status);
    expect(red, 'closed is red').toBeGreaterThan(Math.max(green, blue));

    releaseStatus();
    await expect(status).toHaveText('OPEN');
    await expect(request).toBeEnabled();
    // Its colour changes gradually.
    const isGreen = async () => {
      const [red, green, blue] = await ground(status);
      return green > Math.max(red, blue);
    };
    await expect.poll(isGreen, 'open is green').toBe(true);
  });

  await test.step('loads the featured images, and names one without a description (P07, O15)', async () => {
    const featured = page.getByRole('region', { name: 'Show Us' }).first();
    const loading = featured.getByRole('status');
    await expect(loading).toHaveText('Loading images');
    const spinner = loading.locator(':scope > span');
    await expect(spinner).toBeVisible();
    await expect(spinner).toHaveCSS('animation-name', /turn/);

    releaseImages();
    await expect(loading).toHaveCount(0);
    const pictures = featured.getByRole('img');
    await expect(pictures.first()).toHaveAccessibleName('Featured Image');
    await expect(pictures.nth(1)).toHaveAccessibleName(/.{10,}/);
  });
});

test('says that custom requests are closed, and adds a design of both rows to the cart', async ({
  page,
  api,
}) => {
  await changeDocuments(page, (html) => html.replace('"status":"On"', '"status":"Off"'));
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('No design can be bought');
  await changeAnswer(page, 'productsNewArrivals', () => ({ products: [design] }));
  await changeAnswer(page, 'productsBestSelling', () => ({
    products: [design],
    totalPages: 1,
    total: 1,
  }));
  await page.goto('/');
  await test.step('says that custom requests are closed when the studio is off (P05)', async () => {
    const banner = page.getByRole('region', { name: 'A pattern nobody else has' });
    await expect(banner.getByRole('strong')).toHaveText('CLOSED');
    await expect(banner.getByRole('button', { name: 'REQUEST A CUSTOM' })).toBeDisabled();
  });

  await test.step('adds to the cart from the home page, and opens a design that is in both rows (F08, F09)', async () => {
    const row = page.getByRole('region', { name: 'Best sellers' });
    await row.getByRole('button', { name: `Add ${design.title} to cart` }).click();
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }),
    ).toBeVisible();
    await row.getByRole('link', { name: design.title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(design.title);
    await page.goBack();
    await expect(row.getByRole('link', { name: design.title, exact: true })).toBeVisible();
  });
});

test.describe('if the featured images do not load', () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_FAILED/] });

  test('says so and can retry', { tag: ['@P07', '@T12'] }, async ({ page }) => {
    const mend = await cutCall(page, 'featuredImages');
    await enterHome(page);
    const featured = page.getByRole('region', { name: 'Show Us' }).first();
    await expect(featured.getByRole('alert')).toContainText('Error loading images.');
    await expect(featured.getByRole('img')).toHaveCount(0);

    await mend();
    await featured.getByRole('button', { name: 'Try again' }).click();
    await expect(featured.getByRole('img').first()).toBeVisible();
    await expect(featured.getByRole('alert')).toHaveCount(0);
  });
});

/** How many slides are completely visible. */
async function shownSlides(carousel: Locator): Promise<number> {
  return await carousel.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll('[aria-roledescription="slide"]')].filter((slide) => {
      const place = slide.getBoundingClientRect();
      return place.left > left - 2 && place.right < right + 2;
    }).length;
  });
}

/** The name of the slide left of the first: the last one, in an endless row. */
async function beforeFirst(carousel: Locator): Promise<string | undefined> {
  return await carousel.evaluate((box) => {
    const names = [...box.querySelectorAll('[aria-roledescription="slide"]')]
      .map((slide) => ({
        name: slide.getAttribute('aria-label') ?? '',
        left: slide.getBoundingClientRect().left,
      }))
      .sort((a, b) => a.left - b.left)
      .map(({ name }) => name);
    return names[names.findIndex((name) => name.startsWith('1 of ')) - 1];
  });
}

/** Every duration, in ms, of the row's transitions from now on. */
async function watchMoves(carousel: Locator): Promise<() => Promise<number[]>> {
  await carousel.evaluate((box) => {
    const row = box.querySelector<HTMLElement>('.swiper-wrapper');
    if (!row) throw new Error('The carousel is not moving yet');
    const moves: number[] = [];
    Object.assign(box, { moves });
    new MutationObserver(() => {
      const ms = Number.parseFloat(row.style.transitionDuration);
      if (ms > 0 && moves.at(-1) !== ms) moves.push(ms);
      if (ms === 0) moves.push(0);
    }).observe(row, { attributeFilter: ['style'] });
  });
  return () =>
    carousel.evaluate((box) =>
      (box as HTMLElement & { moves: number[] }).moves.filter((ms) => ms > 0),
    );
}

/** Whether the carousel advances by itself. */
function isMoving(carousel: Locator): Promise<boolean> {
  return carousel.evaluate((box) => {
    const { swiper } = box.querySelector('.swiper') as Element & {
      readonly swiper: { readonly autoplay: { readonly running: boolean } };
    };
    return swiper.autoplay.running;
  });
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('moves the featured images automatically, four side by side', {
    tag: ['@U13'],
  }, async ({ page }) => {
    expect(limits.featuredCarousel).toEqual({
      slides: 4,
      slidesSmall: 2,
      smallBelowPx: 600,
      speedMs: 4000,
      delayMs: 4000,
    });
    await page.clock.install();
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Show Us' }).last();
    await carousel.scrollIntoViewIfNeeded();
    await page.mouse.move(5, 5);
    const pause = carousel.getByRole('button', { name: 'Pause' });
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(pause).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await shownSlides(carousel)).toBe(4);

    const moves = await watchMoves(carousel);
    await carousel.getByRole('group').first().hover();
    await page.clock.runFor(20_000);
    expect(await moves(), 'it waits under the pointer').toEqual([]);

    await page.mouse.move(5, 5);
    await page.clock.runFor(4100);
    await expect.poll(moves).toEqual([4000]);
  });

  test('featured images stay while somebody on the keyboard is among them', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Show Us' }).last();
    await carousel.hover();
    const pause = carousel.getByRole('button', { name: 'Pause' });
    await expect(pause).toBeVisible();
    await page.mouse.move(5, 5);
    await expect.poll(() => isMoving(carousel)).toBe(true);

    await carousel.getByRole('button', { name: 'Next slide' }).focus();
    await expect.poll(() => isMoving(carousel)).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(() => isMoving(carousel)).toBe(false);
    await expect(pause).toBeVisible();

    await pause.press('Enter');
    await carousel.getByRole('button', { name: 'Play' }).press('Enter');
    await expect.poll(() => isMoving(carousel), 'pressing Play counts more').toBe(true);

    await carousel.getByRole('button', { name: 'Next slide' }).focus();
    await expect.poll(() => isMoving(carousel)).toBe(false);
    await page.keyboard.press('Tab');
    await expect.poll(() => isMoving(carousel), 'it goes on once they left').toBe(true);
  });

  test.describe('on a small screen', () => {
    test.use({ viewport: { width: 600, height: 800 } });

    test('shows two featured images below 600 px, in an endless row', { tag: ['@U13'] }, async ({
      page,
    }) => {
      await page.goto('/');
      const carousel = page.getByRole('region', { name: 'Show Us' }).last();
      await carousel.hover();
      await expect(carousel.getByRole('button', { name: 'Pause' })).toBeVisible();
      expect(await shownSlides(carousel)).toBe(4);
      await page.setViewportSize({ width: 599, height: 800 });
      await expect.poll(() => shownSlides(carousel)).toBe(2);
      const moves = await watchMoves(carousel);
      await carousel.getByRole('button', { name: 'Previous slide' }).click();
      await expect.poll(moves).toEqual([4000]);
      await expect.poll(() => beforeFirst(carousel)).toMatch(/^(\d+) of \1$/);
    });
  });

  test('moves the services one at a time, in a loop', { tag: ['@U14'] }, async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Services' });
    await carousel.hover();
    const dots = carousel.getByRole('button', { name: /^Slide \d$/ });
    await expect(dots).toHaveCount(2);
    expect(await shownSlides(carousel)).toBe(1);
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true');

    const moves = await watchMoves(carousel);
    for (const [button, dot] of [
      ['Next slide', 1],
      ['Next slide', 0],
      ['Previous slide', 1],
      ['Slide 1', 0],
    ] as const) {
      await carousel.getByRole('button', { name: button }).click();
      await expect(dots.nth(dot)).toHaveAttribute('aria-current', 'true');
    }
    expect(new Set(await moves())).toEqual(new Set([300]));
  });
});
