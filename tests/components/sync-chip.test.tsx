import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import { below, touched } from '#tests/support/boxes.ts';
import { newUser, openShop, resize } from '#tests/support/open-shop.tsx';
import { lose, Refusal, type ShopAtFetch } from '#tests/support/shop-at-fetch.ts';
import { removeToasts } from '#tests/support/shown-toasts.ts';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const widths = [360, 768, 1440] as const;
const [fox, moon, fern] = products;
if (!fox || !moon || !fern) throw new Error('The catalogue is too small');

/** All but the checkout, which has a document of its own. */
const screens = [
  paths.home.path,
  paths.shop.path,
  paths.bestSellers.path,
  paths.search.path,
  productPath(fox._id),
  paths.cart.path,
  paths.myWishlist.path,
  paths.myOrders.path,
  paths.myAccount.path,
  paths.terms.path,
  paths.licence.path,
];

const invitation = page.getByRole('complementary', { name: 'Invitation' });

/** Adds two designs to the cart and one to the wishlist, from the shop's cards. */
async function makeChanges(): Promise<void> {
  await page.getByRole('button', { name: `Add ${fox?.title} to cart` }).click();
  await page.getByRole('button', { name: `Add ${moon?.title} to cart` }).click();
  await page.getByRole('button', { name: `Save ${fern?.title} to wishlist` }).click();
}

function loseChanges({ handlers }: ShopAtFetch): void {
  handlers.cartAdd = lose;
  handlers.wishlistAdd = lose;
}

function refuseChanges({ handlers }: ShopAtFetch): void {
  const refuse = () => {
    throw new Refusal('NOT_FOUND', { message: 'It is not here.' });
  };
  handlers.cartAdd = refuse;
  handlers.wishlistAdd = refuse;
}

interface ChipState {
  readonly says: RegExp;
  readonly isOffline?: boolean;
  /** What the chip says before the browser goes offline; without it nothing. */
  readonly saysOnline?: RegExp;
  readonly prepare?: (shop: ShopAtFetch) => void;
  /** Brings the shop's list into this state; it stays so on every screen. */
  readonly reach?: (shop: ShopAtFetch) => Promise<void>;
}

const states: Readonly<Record<string, ChipState>> = {
  offline: { says: /^Offline$/, isOffline: true },
  'changes waiting': {
    says: /^Offline · 3 changes waiting$/,
    isOffline: true,
    saysOnline: /3 changes waiting$/,
    prepare: loseChanges,
    reach: makeChanges,
  },
  sending: {
    says: /^Sending…$/,
    prepare: (shop) => shop.hold('cartAdd'),
    reach: makeChanges,
  },
  refused: { says: /^3 changes failed$/, prepare: refuseChanges, reach: makeChanges },
  'signed out with stored changes': {
    says: /^3 changes by Hazel stored$/,
    prepare: loseChanges,
    async reach({ handlers }) {
      await makeChanges();
      await expect.element(page.getByRole('button', { name: /3 changes waiting$/ })).toBeVisible();
      const end = () => {
        throw new Refusal('NOT_SIGNED_IN');
      };
      Object.assign(handlers, {
        me: end,
        cart: end,
        cartAdd: end,
        wishlist: end,
        wishlistAdd: end,
      });
    },
  },
};

/** The whole chip grows to the left from a fixed edge, so the longest text covers whatever another would. */
const longest = 'changes waiting';

/** On how many screens the other states are tried; `npm run trials -- --chips 12` tries all. */
const screensPerState = Number(import.meta.env.VITE_CHIP_SCREENS ?? 2);

/** Checks the chip on the open screen at each width. */
async function expectCoversNothing(says: RegExp, path: string): Promise<void> {
  const chip = page.getByRole('button', { name: says });
  await expect.element(chip).toBeVisible();
  const touchedByNoToast = () => {
    removeToasts();
    return touched(chip.element());
  };
  for (const width of widths) {
    const where = { message: `${path} at ${width} px` };
    await resize(width, 780);
    scrollTo({ top: 0, behavior: 'instant' });
    await expect.poll(touchedByNoToast, where).toEqual([]);
    expect(chip.element().getBoundingClientRect().height, where.message).toBeGreaterThanOrEqual(44);
    await expect.element(invitation.getByRole('link'), where).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth - innerWidth, where.message).toBe(0);
    // At the end of a long page it is still visible, in the sticky row.
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    await expect.element(chip, where).toBeInViewport({ ratio: 1 });
    expect(below(chip.element(), '[aria-label="Invitation"]'), where.message).toEqual([]);
  }
}

/** The screen has its heading, and nothing of it is still loading. */
async function screenShown(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => document.querySelector('main [class*="_skeleton_"]')).toBe(null);
  await expect.element(invitation.getByRole('link')).toBeVisible();
}

/** Screens of one test, which has to end in time on a busy machine too. */
const screensPerTest = 4;

for (const [name, { says, isOffline, saysOnline, prepare, reach }] of Object.entries(states)) {
  const tried = name === longest ? screens : screens.slice(0, screensPerState);
  for (let from = 0; from < tried.length; from += screensPerTest) {
    const part = tried.slice(from, from + screensPerTest);
    test(`the chip covers nothing on any screen: ${name}, on ${part.join(', ')}`, async () => {
      await resize(360, 780);
      const user = newUser({ firstName: 'Hazel' });
      const shop = await openShop({
        path: paths.shop.path,
        products,
        user,
        ...(prepare && { prepare }),
      });
      await reach?.(shop);
      for (const path of part) {
        shop.setReachable(true);
        await shop.goto(path);
        await screenShown();
        if (saysOnline) {
          await expect.element(page.getByRole('button', { name: saysOnline })).toBeVisible();
        }
        if (isOffline) shop.setReachable(false);
        await expectCoversNothing(says, path);
      }
    });
  }
}
