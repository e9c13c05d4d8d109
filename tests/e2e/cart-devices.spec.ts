import { paths } from '#contract/shop/paths.ts';
import {
  cartLines,
  cartLink,
  expect,
  fillCart,
  logOut,
  loseAnswer,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import {
  addFromPage,
  everythingKept,
  serverCart,
  someDesigns,
  watchAdds,
} from '#tests/support/device-journeys.ts';
import { holdCall } from '#tests/support/page-calls.ts';

test("a visitor's cart survives a reload and is there at first paint", {
  tag: ['@C08'],
}, async ({ page, api }) => {
  const [fox] = await someDesigns(api);
  await addFromPage(page, fox._id);
  // The database's code never loads, so only the first-paint cache is left.
  await page.route(/\/assets\/account-engine-/, () => {});
  await page.goto(paths.cart.path);
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  await page.unrouteAll();
  await page.reload();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
});

test("sign-in brings a visitor's cart along, says so, and sends it once", {
  tag: ['@core', '@S09', '@S10'],
}, async ({ page, api }) => {
  const [fox, moon, fern] = await someDesigns(api);
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, fern);
  const keys = watchAdds(page);
  await addFromPage(page, fox._id);
  await addFromPage(page, moon._id);
  expect(keys).toEqual([]);
  const kept = await everythingKept(page);
  await page.goto(paths.signIn.path);
  await signInByForm(page, buyer);
  await expect(toast(page, '2 items added from this device')).toBeVisible();
  await expect(cartLink(page, 3)).toBeVisible();
  await expect.poll(() => serverCart(api, buyer)).toEqual([fern._id, fox._id, moon._id]);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(kept, 'the opIds they were made with').toContain(key);

  await page.reload();
  await expect(cartLink(page, 3)).toBeVisible();
  await logOut(page);
  await expect(cartLink(page, 0)).toBeVisible();
  await signInByForm(page, buyer);
  await expect(cartLink(page, 3)).toBeVisible();
  await expect(toast(page, '2 items added from this device')).toHaveCount(0);
  expect(keys).toHaveLength(2);
});

test.describe('an answer lost while the carts are merged', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('adds nothing twice', { tag: ['@S10'] }, async ({ page, api }) => {
    const [fox, moon] = await someDesigns(api);
    const buyer = await api.newBuyer();
    await addFromPage(page, fox._id);
    await addFromPage(page, moon._id);
    const keys = watchAdds(page);
    const mend = await loseAnswer(page, 'cartAdd');
    await page.goto(paths.signIn.path);
    await signInByForm(page, buyer);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    mend();
    await page.reload();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
    await expect(cartLink(page, 2)).toBeVisible();
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(2);
    const { version } = await api.call('cart', { token: buyer.token });
    expect(version).toBe(2);
  });
});

test("two tabs follow each other's changes", { tag: ['@C08', '@P01', '@P18'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  const [fox] = await someDesigns(api);
  await fillCart(api, buyer, design);
  const other = await page.context().newPage();
  await other.goto(paths.cart.path);
  await addFromPage(page, fox._id);
  await expect(cartLines(other)).toHaveText([new RegExp(fox.title)]);
  await expect(cartLink(other, 1)).toBeVisible();

  await page.goto(paths.signIn.path);
  await signInByForm(page, buyer);
  await expect(other.getByRole('button', { name: 'Account of Hazel' })).toBeVisible();
  await expect(cartLines(other)).toHaveCount(2);
  await other.getByRole('button', { name: `Remove ${design.title}` }).click();
  await expect(cartLink(page, 1)).toBeVisible();
  await expect(cartLink(other, 1)).toBeVisible();

  await logOut(page);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(cartLink(other, 0)).toBeVisible();
  await expect(other.getByText(fox.title)).toHaveCount(0);
  await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
});

test.describe('a server that dies', () => {
  test.use({
    expectedErrors: [
      /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED)/,
    ],
  });

  test('loses no add: it is stored, counted and sent once', {
    tag: ['@core', '@C08', '@S10', '@T08'],
  }, async ({ page, api, shop }) => {
    const buyer = await api.newBuyer();
    const [fox, moon] = await someDesigns(api);
    await signIn(page, buyer);
    // The cart's own code is loaded once the cart was opened.
    await page.goto(paths.cart.path);
    await page.getByRole('link', { name: 'Find a design' }).click();
    await page.getByRole('button', { name: `Add ${fox.title} to cart` }).click();
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
    const keys = watchAdds(page);
    await shop.kill();
    try {
      await page.getByRole('button', { name: `Add ${moon.title} to cart` }).click();
      await expect(toast(page, 'Item added to cart')).not.toHaveCount(0);
      await expect(cartLink(page, 2)).toBeVisible();
      await cartLink(page, 2).click();
      await expect(cartLines(page)).toHaveCount(2);
      await expect(
        page.getByRole('status').getByText(/^1 change is waiting on this device/),
      ).toBeVisible();
    } finally {
      await shop.start();
    }
    // A network that comes back ends the backoff.
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id, moon._id]);
    await expect(page.getByText(/change is waiting/)).toHaveCount(0);
    await expect(cartLink(page, 2)).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect((await api.call('cart', { token: buyer.token })).version).toBe(2);
  });
});

test('a network that never answers keeps the buyer waiting for nothing', {
  tag: ['@S10', '@T08'],
}, async ({ page, api }) => {
  const buyer = await api.newBuyer();
  const [fox, moon] = await someDesigns(api);
  await signIn(page, buyer);
  const answerAdds = await holdCall(page, 'cartAdd');
  const answerCart = await holdCall(page, 'cart');
  const keys = watchAdds(page);
  await addFromPage(page, fox._id);
  await addFromPage(page, moon._id);
  await cartLink(page, 2).click();
  await expect(cartLines(page)).toHaveCount(2);
  await page.reload();
  await expect(cartLines(page)).toHaveCount(2);
  await page.getByRole('button', { name: `Remove ${moon.title}` }).click();
  await expect(toast(page, 'Item removed successfully')).toBeVisible();
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  expect(await serverCart(api, buyer)).toEqual([]);

  answerAdds();
  answerCart();
  await expect.poll(() => serverCart(api, buyer)).toEqual([fox._id]);
  await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
  await expect(cartLink(page, 1)).toBeVisible();
  // An attempted op keeps its key; one undone before any attempt is never sent.
  expect(new Set(keys).size).toBeLessThanOrEqual(2);
});
