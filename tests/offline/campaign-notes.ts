import type { SavedSession } from '#api/saved-session.ts';
import { type DoneOp, type OpKind, opKinds } from '#offline/outbox/rows.ts';
import type { Step } from './campaign-steps.ts';
import { type Buyer, letGoOf, type World } from './campaign-world.ts';

/** What a campaign in a page must know again after the browser was killed, as JSON. */
export interface WorldNotes {
  /** The number of steps that have begun; the last of them is under way. */
  readonly begun: number;
  readonly accounts: readonly string[];
  readonly wanted: readonly (readonly [string, boolean])[];
  readonly letGo: readonly string[];
  readonly buyers: readonly BuyerNotes[];
}

interface BuyerNotes extends Omit<Buyer, 'person' | 'visitorWants'> {
  readonly visitorWants: readonly string[];
  readonly session: SavedSession;
  readonly discards: string | null;
  /** What the device's clock says. */
  readonly now: number;
}

export function notesOf({ accounts, wanted, letGo, buyers }: World, begun: number): WorldNotes {
  return {
    begun,
    accounts,
    wanted: [...wanted],
    letGo: [...letGo],
    buyers: buyers.map(({ person: { browser }, visitorWants, ...buyer }) => ({
      ...buyer,
      visitorWants: [...visitorWants],
      session: browser.session.noted(),
      discards: browser.parts.discardNote?.read() ?? null,
      now: browser.clock.now(),
    })),
  };
}

/** A new world goes on after the step in which the browser was killed. What the step did is learnt from its devices. */
export async function goOn(world: World, notes: WorldNotes, step: Step): Promise<World> {
  const { accounts } = notes;
  for (const [wish, isWanted] of notes.wanted) world.wanted.set(wish, isWanted);
  for (const opId of notes.letGo) world.letGo.add(opId);
  for (const [place, buyer] of world.buyers.entries()) {
    const known = notes.buyers[place];
    if (!known) continue;
    const { browser, tabs } = buyer.person;
    buyer.accepted.push(...known.accepted);
    buyer.requests.push(...known.requests);
    for (const wish of known.visitorWants) buyer.visitorWants.add(wish);
    buyer.isKnown = known.isKnown;
    buyer.hasSession = known.hasSession;
    browser.session.adopt(known.session);
    browser.parts.discardNote?.write(known.discards);
    browser.clock.move(known.now - browser.clock.now());
    for (const owner of [null, ...accounts]) await learn(world, buyer, owner);
    for (const { device } of tabs) await device.follow();
  }
  if ('product' in step) {
    const wish = `${step.list} ${step.product}`;
    // Whether it was done isn't known.
    for (const account of accounts) world.wanted.delete(`${account} ${wish}`);
    world.buyers[step.browser]?.visitorWants.delete(wish);
  }
  return { ...world, accounts };
}

/** Takes note of what was stored, done or refused shortly before the end. */
async function learn(world: World, buyer: Buyer, owner: string | null): Promise<void> {
  const rows = await buyer.person.browser.rows(owner, (store) => store.read());
  const known = new Set(buyer.accepted.map(({ opId }) => opId));
  const accept = (opId: string, kind: DoneOp['kind'], productId: string) => {
    if (known.has(opId) || !(kind in opKinds)) return;
    const { list, isAdd } = opKinds[kind as OpKind];
    if (list) buyer.accepted.push({ opId, list, productId, isAdd, owner });
  };
  for (const { opId, kind, title } of rows.done) {
    const product = world.shop.products.find((design) => design.title === title);
    accept(opId, kind, product?._id ?? '');
  }
  for (const { opId, kind, args } of rows.outbox) accept(opId, kind, args.productId);
  for (const { opId } of rows.refused) letGoOf(world, opId);
}
