import type { Page } from '@playwright/test';
import { callPath, calls } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { expect, type KillablePhone, test } from '../support/killable-phone.ts';
import type { Buyer } from '../support/shop-api.ts';
import { waitingOps } from '../support/waiting-changes.ts';

/** How often each fate is tried on the sending tab; `npm run trials -- --tabs` sets more. */
const rounds = Number(process.env.TAB_ROUNDS ?? 1);

/** The closed one last: the others keep all six tabs. */
const fates = ['frozen', 'closed'] as const;

test('changes of six tabs arrive once even if the sending tab is closed or frozen', async ({
  phone,
}) => {
  test.setTimeout(60_000 + rounds * 120_000);
  const buyer = await phone.api.newBuyer();
  phone.signIn(buyer);
  const designs = (await phone.api.products()).filter(({ isBuyable }) => isBuyable).slice(0, 6);
  phone.wakesNoWorker();
  const first = await phone.visit(paths.home.path);
  await first.close();
  const owner = { phone, buyer, designs };
  for (let round = 0; round < rounds; round += 1) {
    const tabs = await openTabs(phone, designs);
    for (const fate of fates) {
      await test.step(`${round}: the tab that sends is ${fate}`, () =>
        loseSender(owner, tabs, fate));
      await emptySets(owner);
    }
    for (const { page } of tabs) await page.close();
  }
});

interface Owner {
  readonly phone: KillablePhone;
  readonly buyer: Buyer;
  /** One per tab. */
  readonly designs: readonly Product[];
}

async function loseSender(
  owner: Owner,
  tabs: readonly Tab[],
  fate: (typeof fates)[number],
): Promise<void> {
  const { phone, buyer, designs } = owner;
  for (const { page, design } of tabs) {
    await page.bringToFront();
    await expect(heart(page, design)).toHaveCount(0);
  }
  phone.network.set('cut');
  for (const { page, design } of tabs) {
    await page.bringToFront();
    await page.getByRole('button', { name: `Add ${design.title} to cart` }).click();
    await page.getByRole('button', { name: `Save ${design.title} to wishlist` }).click();
    await expect(heart(page, design)).toBeVisible();
  }
  const [one] = tabs;
  if (!one) throw new Error('There are no tabs');
  await expect.poll(async () => (await waitingOps(one.page, buyer.user._id)).line.length).toBe(12);
  const { line } = await waitingOps(one.page, buyer.user._id);

  const { method } = calls.cartAdd;
  const call = phone.network.catchNext(method, new RegExp(`${callPath('cartAdd')}$`), 'answer');
  phone.network.set('through');
  for (const { page } of tabs) await page.bringToFront();
  await expect.poll(call.isCaught, 'a change is sent').toBe(true);
  const holderId = await holderOf(one.page, buyer);
  const holder = tabs.find(({ clientId }) => clientId === holderId);
  const others = tabs.filter((tab) => tab !== holder);
  const [other] = others;
  if (!holder || !other) throw new Error('None of the tabs sends');
  const saved = others.map(({ page }) => saysAllSaved(page));
  await other.page.bringToFront();
  if (fate === 'closed') await holder.page.close();
  else {
    // Idle except for the answer it waits for, as after minutes in the background.
    const rest = [`held ${sendingLock(buyer)}`];
    await expect.poll(() => locksOf(other.page, holder)).toEqual(rest);
    await phone.setFrozen(holder.page, true);
  }
  await expect.poll(() => holderOf(other.page, buyer)).not.toBe(holderId);

  const state = () => stateOf(owner, other.page, line);
  const ids = designs.map(({ _id }) => _id);
  const wanted = { line, cart: ids, wishlist: ids.toSorted(), waiting: [] };
  await expect.poll(state).toEqual(wanted);
  await Promise.all(saved);
  for (const { page } of others) {
    await expect(page.getByRole('button', { name: /waiting|Sending|Offline/ })).toHaveCount(0);
  }
  if (fate === 'frozen') {
    await phone.setFrozen(holder.page, false);
    await call.pass();
    await holder.page.bringToFront();
    await expect(holder.page.getByRole('button', { name: /waiting|Sending|Offline/ })).toHaveCount(
      0,
    );
    expect(await state(), 'when it is awake again').toEqual(wanted);
  }
}

interface Tab {
  readonly page: Page;
  readonly design: Product;
  /** The browser's id of this tab in its list of locks. */
  readonly clientId: string;
}

async function openTabs(phone: KillablePhone, designs: readonly Product[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (const design of designs) {
    const page = await phone.newTab(paths.shop.path);
    await expect(page.getByRole('button', { name: `Add ${design.title} to cart` })).toBeVisible();
    const clientId = await page.evaluate(() =>
      navigator.locks.request(crypto.randomUUID(), async (own) => {
        const { held = [] } = await navigator.locks.query();
        return held.find(({ name }) => name === own?.name)?.clientId ?? '';
      }),
    );
    tabs.push({ page, design, clientId });
  }
  return tabs;
}

/** Who holds the account's sending lock; null: nobody. */
function holderOf(page: Page, buyer: Buyer): Promise<string | null> {
  return page.evaluate(async (wanted) => {
    const { held = [] } = await navigator.locks.query();
    return held.find(({ name }) => name === wanted)?.clientId ?? null;
  }, sendingLock(buyer));
}

/** The locks that a tab holds or waits for. */
function locksOf(page: Page, { clientId }: Tab): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const own = (locks: LockInfo[]) => locks.filter((lock) => lock.clientId === wanted);
    return [
      ...own(held).map(({ name }) => `held ${name}`),
      ...own(pending).map(({ name }) => `pending ${name}`),
    ];
  }, clientId);
}

function sendingLock({ user }: Buyer): string {
  return `pinwheel-drain-${user._id}`;
}

function heart(page: Page, { title }: Product) {
  return page.getByRole('link', { name: `${title} is in your wishlist` });
}

/** Resolves once the tab has shown it, which it does for a few seconds only, even in the background. */
function saysAllSaved(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const said = [...document.querySelectorAll('[role=status]')];
          if (said.some(({ textContent }) => textContent?.includes('All saved'))) resolve();
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      }),
  );
}

async function stateOf({ phone: { api }, buyer }: Owner, page: Page, ops: readonly string[]) {
  const { token } = buyer;
  const done = api.sql(
    'SELECT key FROM idempotencyAnswers WHERE scope = ? ORDER BY rowid',
    `account:${buyer.user._id}`,
  );
  return {
    line: done.map(({ key }) => String(key)).filter((key) => ops.includes(key)),
    cart: (await api.call('cart', { token })).items.map(({ productId }) => productId),
    wishlist: (await api.call('wishlist', { token })).items.map(({ _id }) => _id).toSorted(),
    waiting: (await waitingOps(page, buyer.user._id)).line,
  };
}

/** From another device, so that the next round starts like this one. */
async function emptySets({ phone: { api }, buyer, designs }: Owner): Promise<void> {
  const { token } = buyer;
  for (const { _id } of designs) {
    await api.call('cartRemove', { token, body: { productId: _id } });
    await api.call('wishlistRemove', { token, params: { id: _id } });
  }
}
