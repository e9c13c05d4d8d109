import type { Locator, Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { formatUsd, priceToPay } from '#contract/wire/money.ts';
import { goOn } from '#tests/support/go-on.ts';
import { changeAnswer } from '#tests/support/page-calls.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, test } from '#tests/support/shop-test.ts';

/** A design with several pictures. */
async function picturedDesign(api: ShopApi) {
  const product = (await api.products()).find(({ images, tile }) => images.length > 2 && tile);
  if (!product) throw new Error('No design of the studio has three pictures');
  return product;
}

test('shows a design with its pictures, what belongs to it, and the way to the cart', async ({
  page,
  api,
}) => {
  await test.step('steps through its pictures, wrapping around at both ends (G01, G02)', async () => {
    const product = await picturedDesign(api);
    const count = product.images.length;
    await page.goto(productPath(product._id));
    const gallery = page.getByRole('region', { name: `Pictures of ${product.title}` });
    const picture = (number: number) =>
      gallery.getByRole('img', { name: `${product.title}, picture ${number} of ${count}` });
    const previous = gallery.getByRole('button', { name: 'Previous picture' });
    const next = gallery.getByRole('button', { name: 'Next picture' });

    await page.mouse.move(5, 5);
    await expect(previous).toHaveCSS('opacity', '0');
    await expect(next).toHaveCSS('opacity', '0');
    await picture(1).hover();
    await expect(previous).toHaveCSS('opacity', '1');
    await expect(next).toHaveCSS('opacity', '1');

    await previous.click();
    await expect(picture(count)).toBeVisible();
    await next.click();
    await expect(picture(1)).toBeVisible();

    const thumbnails = gallery.getByRole('button', { name: /^Picture \d+$/ });
    await expect(thumbnails).toHaveCount(count);
    for (let number = count; number >= 1; number -= 1) {
      await thumbnails.nth(number - 1).click();
      await expect(picture(number)).toBeVisible();
      await expect(thumbnails.nth(number - 1)).toHaveAttribute('aria-current', 'true');
    }
    await thumbnails.first().press('ArrowLeft');
    await expect(picture(count)).toBeVisible();

    // Keyboard users see the arrows without a pointer.
    await page.mouse.move(5, 5);
    await expect(previous).toHaveCSS('opacity', '1');
    await page.keyboard.press('Shift+Tab');
    await expect(next).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(picture(1)).toBeVisible();
  });

  await test.step('shows what a buyer wants to know about a design (B12, G03, U08)', async () => {
    const product = await picturedDesign(api);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(product.title);
    await expect(main).toContainText(formatUsd(priceToPay(product.price, product.discountedPrice)));
    await expect(main.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText(
      product.categories.map(({ name }) => name),
    );
    const facts = main.getByRole('definition');
    await expect(main.getByRole('term')).toHaveText(['Designed by', 'Sold', 'SKU', 'One repeat']);
    await expect(facts).toHaveText([
      product.designer.join(' & '),
      new RegExp(`^${product.salesCount} times?$`),
      product.sku,
      '8 × 8 in',
    ]);
    await expect(page).toHaveTitle(`${product.title} · Pinwheel`);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await main.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

    const [category] = product.categories;
    await main.getByRole('link', { name: category?.name ?? '', exact: true }).click();
    await expect(page).toHaveURL(`/shop?category=${category?._id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop all designs');
  });

  await test.step('links to other designs by the designer and in the category', async () => {
    const product = await picturedDesign(api);
    const [designer = ''] = product.designer;
    const [category] = product.categories;
    await goOn(page, productPath(product._id));
    const byDesigner = page.getByRole('region', { name: `More from ${designer}` });
    const inCategory = page.getByRole('region', { name: `More in ${category?.name}` });
    const titles = async (row: Locator) => row.getByRole('heading', { level: 3 }).allTextContents();
    await expect(byDesigner.getByRole('article').first()).toBeVisible();
    await expect(inCategory.getByRole('article').first()).toBeVisible();
    const shown = [...(await titles(byDesigner)), ...(await titles(inCategory))];
    expect(shown).not.toContain(product.title);
    expect(new Set(shown).size).toBe(shown.length);
    const all = await api.products();
    for (const title of await titles(byDesigner)) {
      expect(all.find((each) => each.title === title)?.designer).toContain(designer);
    }

    const [next = ''] = await titles(inCategory);
    await byDesigner.getByRole('link', { name: `See all designs by ${designer}` }).click();
    await expect(page).toHaveURL(/\/shop\?designer=/);
    await page.goBack();
    await inCategory.getByRole('link', { name: next, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(next);
    await expect(page.getByRole('heading', { level: 2, name: /^More from/ })).toBeVisible();
  });

  await test.step('links to the cart once the design is in it (G04)', async () => {
    const [product] = (await api.products()).filter(({ isBuyable }) => isBuyable);
    if (!product) throw new Error('No design can be bought');
    await goOn(page, productPath(product._id));
    const article = page.getByRole('article').first();
    await article.getByRole('button', { name: 'Add to Cart' }).click();
    const toCart = article.getByRole('link', { name: 'View cart' });
    await expect(toCart).toBeFocused();
    await expect(article).toContainText('In your cart');
    await toCart.click();
    await expect(page).toHaveURL(paths.cart.path);
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('shows the arrows without a hover', { tag: ['@G01'] }, async ({ page, api }) => {
    const product = await picturedDesign(api);
    await page.goto(productPath(product._id));
    const next = page.getByRole('button', { name: 'Next picture' });
    await expect(next).toHaveCSS('opacity', '1');
    await next.tap();
    await expect(
      page.getByRole('img', { name: `${product.title}, picture 2 of ${product.images.length}` }),
    ).toBeVisible();
  });
});

/** Moves two fingers apart on a picture, from its middle. */
async function spread(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [-1, 1].map((side, id) => ({ id, x: x + (side * apart) / 2, y })),
    });
  await touch('touchStart', 60);
  for (const apart of [70, 90, 110, 120]) await touch('touchMove', apart);
  await touch('touchEnd');
}

test.describe('a picture on a phone', () => {
  test.use({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
  });

  test('is enlarged by fingers, keys and buttons, also without a signal', async ({ page, api }) => {
    const product = await picturedDesign(api);
    await page.goto(productPath(product._id));
    const gallery = page.getByRole('region', { name: `Pictures of ${product.title}` });
    const picture = gallery.getByRole('img', { name: /picture 1 of/ });
    const enlarge = gallery.getByRole('button', { name: 'Enlarge picture' });
    await expect(enlarge).toBeVisible();
    const box = await picture.boundingBox();
    if (!box) throw new Error('The picture has no place');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.context().setOffline(true);

    await spread(page, middle);
    await expect(gallery.getByRole('status').first()).toHaveText('Enlarged to 200%');
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(2 * box.width);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );

    await enlarge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(picture).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(() => picture.boundingBox()).toEqual(box);
    await page.keyboard.press('ArrowRight');
    await expect(gallery.getByRole('img', { name: /picture 2 of/ })).toBeVisible();
    await page.keyboard.press('+');
    await expect(gallery.getByRole('status').first()).toHaveText('Enlarged to 150%');
    await gallery.getByRole('button', { name: 'Show smaller' }).tap();
    await expect(gallery.getByRole('status').first()).toBeEmpty();
  });
});

test.describe('a description that no server would send', () => {
  // The browser reports the handlers it blocks while the page removes them.
  test.use({ expectedErrors: [/Executing inline event handler violates/] });

  test('renders a description as HTML that runs nothing', { tag: ['@G05'] }, async ({
    page,
    api,
  }) => {
    const [product] = await api.products();
    const id = product?._id ?? '';
    await changeAnswer(
      page,
      'product',
      (answer) => ({
        product: {
          ...answer.product,
          description: [
            '<p>Drawn in <strong>March</strong>.</p>',
            '<ul><li>Foxes</li><li>Ferns</li></ul>',
            '<script>document.title = "hacked"</script>',
            '<img src="/favicon.svg" onerror="document.title = \'hacked\'" onload="document.title = \'hacked\'">',
            '<p onclick="document.title = \'hacked\'">Click me</p>',
            '<a href="javascript:document.title = \'hacked\'">Follow me</a>',
            '<a href="https://fabric.example/">A shop</a>',
          ].join(''),
        },
      }),
      { id },
    );
    // Entered from a card, so that the answer is requested.
    await page.goto('/shop');
    await page.getByRole('link', { name: product?.title ?? '', exact: true }).click();
    const description = page.getByRole('region', { name: 'Description' });
    await expect(description.getByRole('strong')).toHaveText(['March']);
    await expect(description.getByRole('listitem')).toHaveText(['Foxes', 'Ferns']);
    await expect(description.getByRole('link', { name: 'A shop' })).toHaveAttribute(
      'href',
      'https://fabric.example/',
    );
    await expect(description.locator('script, img, [onclick], [href^="javascript"]')).toHaveCount(
      0,
    );
    await description.getByText('Click me').click();
    await expect(page).toHaveTitle(`${product?.title} · Pinwheel`);
  });
});

test.describe('a missing design', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('says so and offers a link', async ({ page }) => {
    await page.goto('/product-details/0000000000000000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This design is no longer available',
    );
    await page.getByRole('link', { name: 'See all designs' }).click();
    await expect(page).toHaveURL(paths.shop.path);
  });
});
