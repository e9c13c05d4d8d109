import { expect } from 'vitest';
import type { Device } from '#offline/device.ts';
import type { ListName } from '#offline/outbox/rows.ts';
import { linesOf } from '#offline/outbox/shown-list.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { endless, sufferOutage } from './campaign-outage.ts';
import type { Person } from './campaign-person.ts';
import { own, type Step } from './campaign-steps.ts';
import { type Buyer, letGoOf, productAt, type World } from './campaign-world.ts';
import type { Death } from './killable-page.ts';

const changes: Readonly<
  Record<ListName, (device: Device, world: World, place: number, isAdd: boolean) => Promise<string>>
> = {
  cart: (device, world, place, isAdd) =>
    isAdd
      ? device.addToCart(productAt(world, place))
      : device.removeFromCart(productAt(world, place)._id),
  wishlist: (device, world, place, isAdd) =>
    isAdd ? device.wish(productAt(world, place)) : device.unwish(productAt(world, place)._id),
};

export async function take(world: World, step: Step): Promise<void> {
  if (step.kind === 'late') return world.network.deliverLate();
  if (step.kind === 'retire') return world.shop.sell(step.isSold);
  const buyer = world.buyers[step.browser];
  if (!buyer) return;
  const { person } = buyer;
  switch (step.kind) {
    case 'want':
      return want(world, buyer, step);
    case 'request':
      return leaveRequest(world, buyer, person.tab(step.tab).device);
    case 'sync': {
      const isClean = step.isAwaited && step.mishaps.length === 0;
      if (isClean) await settled(world);
      world.network.nextFaults(step.mishaps);
      const syncing = person.tab(step.tab).device.sync({ pressed: true });
      if (!step.isAwaited) return begin(world, syncing);
      const { isEmpty } = await syncing;
      if (isClean && isEmpty && buyer.hasSession) buyer.isKnown = true;
      return;
    }
    case 'everywhere':
      world.network.nextFaults(step.mishaps);
      await Promise.all([
        ...person.tabs.map(({ device }) => device.sync({ pressed: true }).catch(ignoreStorage)),
        person.work(null),
      ]);
      return;
    case 'overtake':
      return overtake(world, buyer, step);
    case 'crash': {
      world.network.nextFaults(step.mishaps);
      const { life, device } = person.tab(step.tab);
      life.doom(step.death);
      await device.sync({ pressed: true }).catch(ignoreStorage);
      await person.reopen(step.tab).device.follow();
      return;
    }
    case 'worker':
      world.network.nextFaults(step.mishaps);
      return begin(world, person.work(step.death));
    case 'sign': {
      const next = step.account === null ? null : (world.accounts[step.account] ?? null);
      if (step.isUnsent) await wantUnsent(world, buyer, step);
      return sign(world, buyer, next, step.leaving, step.death);
    }
    case 'outage':
      await settled(world);
      world.network.nextFaults(endless(step.mishap));
      await sufferOutage(person, step);
      world.network.nextFaults([]);
      return;
    case 'expire': {
      const token = person.browser.token();
      if (token) await world.shop.endToken(token);
      buyer.hasSession = false;
      return;
    }
    case 'upgrade':
      return person.upgrade(storeNameOf(person.browser.account()));
    case 'clock':
      person.browser.clock.move(withinReach(person, step.ms));
  }
}

/** Visitors' wishes are deleted after a month, so the clock stays within four weeks. */
function withinReach({ browser }: Person, ms: number): number {
  const start = Date.UTC(2026, 5, 1);
  const reach = 14 * 86_400_000;
  const to = Math.min(start + reach, Math.max(start - reach, browser.clock.now() + ms));
  return to - browser.clock.now();
}

function begin(world: World, work: Promise<unknown>): void {
  const watched: Promise<unknown> = work.catch(ignoreStorage).finally(() => {
    world.underWay.delete(watched);
  });
  world.underWay.add(watched);
}

export async function settled(world: World): Promise<void> {
  await Promise.all(world.underWay);
}

/** Ignores an error because the database was upgraded, or its page died, underneath it. */
function ignoreStorage(): void {}

async function want(
  world: World,
  { person, accepted, visitorWants }: Buyer,
  { tab, list, product, isAdd }: Step & { kind: 'want' },
): Promise<void> {
  const { browser } = person;
  const owner = browser.account();
  const { _id: productId } = productAt(world, product);
  // A buyer can only remove what is there.
  const rows = await browser.rows(owner, (store) => store.read());
  if (!isAdd && !linesOf(rows, list).some((line) => line.productId === productId)) return;
  let opId: string;
  try {
    opId = await changes[list](person.tab(tab).device, world, product, isAdd);
  } catch {
    // Not stored, and the buyer sees that.
    return;
  }
  accepted.push({ opId, list, productId, isAdd, owner });
  const wish = `${list} ${product}`;
  if (owner) {
    if (own.some((places) => places.some((place) => place === product))) {
      world.wanted.set(`${owner} ${wish}`, isAdd);
    }
  } else if (isAdd) visitorWants.add(wish);
  else visitorWants.delete(wish);
}

/** Changes a design that only this browser changes, while the shop can't be reached. */
async function wantUnsent(world: World, buyer: Buyer, { browser }: { browser: number }) {
  const [product = 0] = own[browser] ?? [];
  const rows = await buyer.person.browser.rows(buyer.person.browser.account(), (store) =>
    store.read(),
  );
  const { _id: productId } = productAt(world, product);
  const isAdd = !linesOf(rows, 'cart').some((line) => line.productId === productId);
  world.network.nextFaults(endless('lost'));
  await want(world, buyer, { kind: 'want', browser, tab: 0, list: 'cart', product, isAdd });
  await buyer.person.tab(0).device.sync().catch(ignoreStorage);
  world.network.nextFaults([]);
}

/** One tab's answer is slow; meanwhile the other tab changes the list and finishes. */
async function overtake(world: World, buyer: Buyer, step: Step & { kind: 'overtake' }) {
  const [one, other] = buyer.person.tabs;
  await settled(world);
  world.network.nextFaults(['slowBack', 'slowBack', 'slowBack']);
  begin(world, one.device.sync({ pressed: true }));
  await want(world, buyer, { ...step, kind: 'want', tab: 1 });
  world.network.nextFaults([]);
  await other.device.sync({ pressed: true });
  await settled(world);
}

async function leaveRequest(world: World, buyer: Buyer, device: Device): Promise<void> {
  const description = `${world.accounts[0]} asks ${crypto.randomUUID()}`;
  const owner = buyer.person.browser.account();
  const fields = {
    name: 'Hazel',
    email: 'hazel@shop.example',
    designType: 'Exclusive',
    description,
  };
  const requests = await device.customRequests();
  try {
    await requests.write({ fields, images: [] });
    await requests.queueDraft({ content: { fields, images: [] }, saved: null });
  } catch {
    return;
  }
  buyer.requests.push({ description, owner });
}

/** Signs out if somebody is signed in, then in if somebody should be, with a new token. */
export async function sign(
  world: World,
  buyer: Buyer,
  next: string | null,
  leaving: 'keep' | 'discard' | 'send',
  death: Death | null,
): Promise<void> {
  const { person } = buyer;
  const { browser } = person;
  const before = browser.account();
  if (before === null && next === null) return;
  if (before !== null && before !== next) {
    if (!(await leave(world, buyer, before, leaving, death))) return;
  }
  buyer.isKnown = false;
  buyer.hasSession = next !== null;
  if (next === null) browser.signOut();
  else browser.signIn(next, await world.shop.newToken(next));
  if (next !== null) takeOver(world, buyer, next);
  const { life, device } = person.tab(0);
  if (death) life.doom(death);
  await Promise.all([device.follow().catch(ignoreStorage), person.tab(1).device.follow()]);
  if (death) await person.reopen(0).device.follow();
}

/** False if the page died while leaving: its account is still signed in then. */
async function leave(
  world: World,
  buyer: Buyer,
  account: string,
  leaving: 'keep' | 'discard' | 'send',
  death: Death | null,
): Promise<boolean> {
  const { person, requests } = buyer;
  const { browser } = person;
  const { life, device } = person.tab(0);
  buyer.isKnown = false;
  if (leaving === 'send') {
    world.network.nextFaults([]);
    await device.sync({ pressed: true });
  }
  const isAllSent = (await device.countUnsent()) === 0;
  const keepsUnsent = leaving === 'keep' || (leaving === 'send' && !isAllSent);
  if (!keepsUnsent) {
    // Anything in flight that gets discarded arrives now or never.
    await settled(world);
    await world.network.deliverLate();
    const rows = await browser.rows(account, (store) => store.read());
    const thrownAway = new Set(rows.requests.map(({ fields }) => fields.description));
    for (const request of requests.filter(({ description }) => thrownAway.has(description))) {
      requests.splice(requests.indexOf(request), 1);
    }
    for (const { opId } of rows.outbox) letGoOf(world, opId);
  }
  if (death) life.doom(death);
  try {
    await device.wipe({ keepsUnsent });
  } catch {
    expect(life.isDead(), 'only a dead page leaves rows where they are').toBe(true);
  }
  if (!life.isDead()) return true;
  await person.reopen(0).device.follow();
  return false;
}

/** A visitor's changes pass to the account that signs in. */
function takeOver(world: World, buyer: Buyer, account: string): void {
  for (const wish of buyer.visitorWants) {
    const place = Number(wish.split(' ')[1]);
    if (own.some((places) => places.some((known) => known === place))) {
      world.wanted.set(`${account} ${wish}`, true);
    }
  }
  buyer.visitorWants.clear();
  for (const op of buyer.accepted) op.owner ??= account;
  for (const request of buyer.requests) request.owner ??= account;
}
