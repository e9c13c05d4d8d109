import type { SetName } from '#offline/outbox/rows.ts';
import { createPerson, type Person, type SeededBug } from './campaign-person.ts';
import type { CampaignShop } from './campaign-shop.ts';
import { own } from './campaign-steps.ts';
import type { RoughNetwork } from './rough-network.ts';

/** A change that the buyer saw accepted. */
export interface Accepted {
  readonly opId: string;
  readonly set: SetName;
  readonly productId: string;
  readonly isAdd: boolean;
  /** Null: a visitor's; it becomes the account's that it is merged into. */
  owner: string | null;
}

/** A custom request that was left to be sent. */
export interface LeftRequest {
  readonly description: string;
  owner: string | null;
}

export interface Buyer {
  readonly person: Person;
  /** In the order in which they were accepted. */
  readonly accepted: Accepted[];
  readonly requests: LeftRequest[];
  /** `set place` of what a visitor put in. */
  readonly visitorWants: Set<string>;
  /** The shop answered all of this account's rows since they were opened here. */
  isKnown: boolean;
  /** The server still knows the session's token. */
  hasSession: boolean;
}

export interface World {
  readonly shop: CampaignShop;
  readonly network: RoughNetwork;
  readonly accounts: readonly string[];
  readonly buyers: readonly Buyer[];
  /** `account set place` → wanted, for designs that one browser alone touches. */
  readonly wanted: Map<string, boolean>;
  /** Ops that the buyer was shown as refused, or threw away at a sign-out. */
  readonly letGo: Set<string>;
  /** What was begun and not waited for. */
  readonly underWay: Set<Promise<unknown>>;
}

export function productAt(world: World, place: number) {
  const product = world.shop.products[place];
  if (!product) throw new Error(`There is no design ${place}`);
  return product;
}

export async function createWorld(shop: CampaignShop, bug: SeededBug | null): Promise<World> {
  const network = shop.network();
  if (bug?.isServerForgetful) network.forgetKeys();
  await shop.sell(true);
  const accounts = [await shop.newAccount(), await shop.newAccount()];
  const letGo = new Set<string>();
  const wanted = new Map<string, boolean>();
  const buyers: Buyer[] = [];
  const world = { shop, network, accounts, buyers, wanted, letGo, underWay: new Set<never>() };
  for (const _ of own) {
    const person = createPerson(network, bug, (_name, rows) => {
      for (const { opId } of rows.refused) letGoOf(world, opId);
    });
    const buyer = { person, accepted: [], requests: [], visitorWants: new Set<string>() };
    buyers.push({ ...buyer, isKnown: false, hasSession: false });
  }
  return world;
}

/** What became of a design whose op was let go is not foreseen here. */
export function letGoOf(world: World, opId: string): void {
  if (world.letGo.has(opId)) return;
  world.letGo.add(opId);
  for (const { accepted } of world.buyers) {
    const op = accepted.find((known) => known.opId === opId);
    const place = world.shop.products.findIndex(({ _id }) => _id === op?.productId);
    if (op) world.wanted.delete(`${op.owner} ${op.set} ${place}`);
  }
}
