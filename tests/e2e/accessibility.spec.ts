import type { Page } from '@playwright/test';
import { expect, signIn, test } from '#tests/support/buying-test.ts';
import { faults } from '#tests/support/scan.ts';
import {
  accountScreens,
  gatherGoods,
  payingScreens,
  type Screen,
  signInScreens,
  type Visit,
  visitorScreens,
  waitingScreens,
} from '#tests/support/scanned-screens.ts';

/** Sets the window's width and waits until the layout is the same for three frames. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(async (width) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let seen = '';
    for (let same = 0; same < 3; ) {
      await nextFrame();
      const now = `${innerWidth} ${document.documentElement.scrollHeight} ${document.body.outerHTML}`;
      same = now === seen && innerWidth === width ? same + 1 : 0;
      seen = now;
    }
  }, width);
}

/** A phone's and a wide window's. */
const widths = [360, 1440] as const;

/** At how many widths each screen is scanned, in turn; `npm run trials -- --scans 2` uses both. */
const scansPerScreen = Number(process.env.SCREEN_SCANS ?? 1);

/** Opens each screen at a phone's width, where nothing may scroll sideways, and scans it. */
async function expectNoFaults(visit: Visit, screens: readonly Screen[]): Promise<void> {
  const { page } = visit;
  const found: string[] = [];
  page.setDefaultTimeout(20_000);
  for (const [turn, { name, open, isForPhone }] of screens.entries()) {
    await test.step(name, async () => {
      await page.unrouteAll();
      await page.setViewportSize({ width: 360, height: 800 });
      await open(visit);
      const scanned: readonly number[] = isForPhone
        ? [360]
        : widths.filter((_, place) => (turn + place) % widths.length < scansPerScreen);
      for (const width of new Set([360, ...scanned])) {
        await resize(page, width);
        const isTooWide = await page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        );
        const seen = scanned.includes(width) ? await faults(page) : [];
        for (const fault of [...seen, ...(isTooWide ? ['scrolls sideways'] : [])])
          found.push(`${name} at ${width} px: ${fault}`);
      }
    });
  }
  expect(found).toEqual([]);
}

test.describe('no axe violation', () => {
  test.describe.configure({ timeout: 180_000 });
  // The screens include a refused sign-in, a broken document, a changed price and a missing script.
  test.use({
    expectedErrors: [/status of (401|404|409)|designers\.map is not a function|ERR_FAILED/],
  });

  test('on the screens of a visitor who browses, comes back and meets an error', async ({
    page,
    api,
  }) => {
    await expectNoFaults({ page, api }, visitorScreens);
  });

  test('on sign-in and sign-up, in drawers and menus', { tag: '@core' }, async ({ page, api }) => {
    await expectNoFaults({ page, api }, signInScreens);
  });

  test('in the account area and its dialogs', async ({ page, api, shop, studio }) => {
    const goods = await gatherGoods(api, shop.url, studio);
    await signIn(page, goods.buyer);
    await expectNoFaults({ page, api }, accountScreens(goods));
  });

  test('from the cart to the payment', async ({ page, api, shop, studio }) => {
    const goods = await gatherGoods(api, shop.url, studio);
    await signIn(page, goods.buyer);
    await expectNoFaults({ page, api }, payingScreens(goods, studio));
  });

  test('on the screens of an account awaiting approval', async ({ page, api }) => {
    await signIn(page, await api.newBuyer({ status: 'pending' }));
    await expectNoFaults({ page, api }, waitingScreens);
  });
});

test('a keyboard can skip to the page, and each new screen is announced with the focus on its heading', async ({
  page,
}) => {
  await page.goto('/shop');
  const heading = page.getByRole('heading', { level: 1 });
  const spoken = page.getByRole('paragraph').and(page.locator('[aria-live="polite"]'));
  await expect(heading).toHaveText('Shop all designs');
  // The browser announces the first screen itself.
  await expect(page.locator('body')).toBeFocused();
  await expect(spoken).toBeEmpty();

  await test.step('lets a keyboard skip to the page', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  for (const [link, title, text] of [
    ['T&C', 'Terms and conditions · Pinwheel', 'Terms and conditions'],
    ['SHOP', 'Shop all designs · Pinwheel', 'Shop all designs'],
    ['Best sellers', 'Best sellers · Pinwheel', 'Best sellers'],
    ['Licences', 'Licences · Pinwheel', 'Licences'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(heading).toHaveText(text);
    await expect(heading).toBeFocused();
    await expect(spoken).toHaveText(title);
    await expect(page).toHaveTitle(title);
  }
});

test('returns to the page and scroll position it was left at', async ({ page, api }) => {
  const designs = await api.products();
  const last = designs.at(-1)?.title ?? '';
  await page.goto('/shop');
  await page.getByRole('link', { name: 'Page 2' }).click();
  const link = page.getByRole('link', { name: last, exact: true });
  await link.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const places: Record<string, number> = JSON.parse(sessionStorage.getItem('scroll') ?? '{}');
        return Object.keys(places).find((place) => places[place] === scrollY);
      }),
    )
    .toMatch(/page=2$/);
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(200);

  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(last);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/shop?page=2');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
  await expect(link).toBeInViewport();

  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
});
