import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import { below, touched } from '#tests/support/boxes.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { goOn } from '#tests/support/go-on.ts';
import { loadLateParts } from '#tests/support/load-late-parts.ts';
import { cutCall, holdCall } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const widths = [360, 768, 1440] as const;

/** By how much the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Adds two designs to the cart and one to the wishlist, from the shop's cards, until the chip says so. */
async function makeChanges(page: Page, api: ShopApi, says: RegExp): Promise<void> {
  const [fox, moon, fern] = await someDesigns(api);
  await page.goto(paths.shop.path);
  await page.getByRole('button', { name: `Add ${fox.title} to cart` }).click();
  await page.getByRole('button', { name: `Add ${moon.title} to cart` }).click();
  await page.getByRole('button', { name: `Save ${fern.title} to wishlist` }).click();
  await expect(page.getByRole('button', { name: says })).toBeVisible();
}

async function refuse(page: Page, ...names: readonly ('cartAdd' | 'wishlistAdd')[]): Promise<void> {
  for (const name of names) {
    await page.route(`**${callPath(name)}`, (route) =>
      route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'It is not here.' } }),
    );
  }
}

interface ChipState {
  readonly says: RegExp;
  /** The browser goes offline once the chip's own code has loaded. */
  readonly isOffline?: boolean;
  /** What the chip says before that; without it nothing. */
  readonly saysOnline?: RegExp;
  /** Brings a signed-in page into this state; it stays so on every screen. */
  readonly reach: (page: Page, api: ShopApi, says: RegExp, buyer: Buyer) => Promise<void>;
}

const states: Readonly<Record<string, ChipState>> = {
  offline: { says: /^Offline$/, isOffline: true, reach: async () => {} },
  'changes waiting': {
    says: /^Offline · 3 changes waiting$/,
    isOffline: true,
    saysOnline: /3 changes waiting$/,
    async reach(page, api, says) {
      await cutCall(page, 'cartAdd');
      await cutCall(page, 'wishlistAdd');
      await makeChanges(page, api, says);
    },
  },
  sending: {
    says: /^Sending…$/,
    async reach(page, api, says) {
      await holdCall(page, 'cartAdd');
      await makeChanges(page, api, says);
    },
  },
  refused: {
    says: /^3 changes failed$/,
    async reach(page, api, says) {
      await refuse(page, 'cartAdd', 'wishlistAdd');
      await makeChanges(page, api, says);
    },
  },
  'signed out with stored changes': {
    says: /^3 changes by Hazel stored$/,
    async reach(page, api, _, { token }) {
      const mends = [await cutCall(page, 'cartAdd'), await cutCall(page, 'wishlistAdd')];
      await makeChanges(page, api, /3 changes waiting$/);
      await api.call('logout', { token });
      for (const mend of mends) await mend();
    },
  },
};

/** Only once: documents loaded later get what the shop has left of the session. */
async function signInOnce(page: Page, { user, token }: Buyer): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    (auth) => localStorage.setItem('auth', auth),
    JSON.stringify({ user, accessToken: token, approved: user.approved }),
  );
}

test.use({ expectedErrors: [/ERR_|status of 40[14]/], viewport: { width: 360, height: 780 } });

/** The whole chip grows to the left from a fixed edge, so the longest text covers whatever another would. */
const longest = 'changes waiting';

/** On how many screens the other states are tried; `npm run trials -- --chips 12` tries all. */
const screensPerState = Number(process.env.CHIP_SCREENS ?? 2);

for (const [name, { says, isOffline = false, saysOnline, reach }] of Object.entries(states)) {
  test(`the chip covers nothing on any screen: ${name}`, async ({ page, context, api }) => {
    const chip = page.getByRole('button', { name: says });
    const invitation = page.getByRole('complementary', { name: 'Invitation' });
    const [design] = await someDesigns(api);
    const buyer = await api.newBuyer();
    await signInOnce(page, buyer);
    await reach(page, api, says, buyer);
    const screens = [
      paths.home.path,
      paths.checkout.path,
      paths.shop.path,
      paths.bestSellers.path,
      paths.search.path,
      productPath(design._id),
      paths.cart.path,
      paths.myWishlist.path,
      paths.myOrders.path,
      paths.myAccount.path,
      paths.terms.path,
      paths.licence.path,
    ];
    const tried = name === longest ? screens : screens.slice(0, screensPerState);
    for (const [turn, path] of tried.entries()) {
      await context.setOffline(false);
      // A document of its own leaves the toasts of the changes behind.
      if (turn === 0) await page.goto(path);
      await goOn(page, path);
      if (isOffline) {
        if (saysOnline) await expect(page.getByRole('button', { name: saysOnline })).toBeVisible();
        else await loadLateParts(page);
        await context.setOffline(true);
      }
      await expect(chip).toBeVisible();
      for (const width of widths) {
        const where = `${path} at ${width} px`;
        await page.setViewportSize({ width, height: 780 });
        await page.evaluate(() => scrollTo(0, 0));
        expect(await touched(chip), where).toEqual([]);
        expect((await chip.boundingBox())?.height, where).toBeGreaterThanOrEqual(44);
        await expect(invitation.getByRole('link'), where).toBeInViewport({ ratio: 1 });
        expect(await overflow(page), where).toBe(0);
        // At the end of a long page it is still visible, in the sticky row.
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await expect(chip, where).toBeInViewport({ ratio: 1 });
        expect(await below(chip, '[aria-label="Invitation"]'), where).toEqual([]);
      }
    }
  });
}
