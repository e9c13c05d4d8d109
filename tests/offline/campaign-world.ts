import type { ListName } from '#offline/outbox/rows.ts';
import { createPerson, type Person, type SeededBug } from './campaign-person.ts';
import type { CampaignShop } from './campaign-shop.ts';
import { cursed, own } from './campaign-steps.ts';
import { createRoughNetwork, type RoughNetwork } from './rough-network.ts';

/** A change that the buyer saw accepted. */
export interface Accepted {
  readonly opId: string;
  readonly list: ListName;
  readonly productId: string;
  readonly isAdd: boolean;
  /** Null: a visitor's, until it is merged into an account. */
  owner: string | null;
}

/** A custom request that was left to be sent later. */
export interface LeftRequest {
  readonly description: string;
  owner: string | null;
}

export interface Buyer {
  readonly person: Person;
  /** In the order they were accepted. */
  readonly accepted: Accepted[];
  readonly requests: LeftRequest[];
  /** `list place` of what a visitor added. */
  readonly visitorWants: Set<string>;
  /** The shop has answered with all rows of this account since they were opened here. */
  isKnown: boolean;
  /** The server still accepts the session's token. */
  hasSession: boolean;
}

export interface World {
  readonly shop: CampaignShop;
  readonly network: RoughNetwork;
  readonly accounts: readonly string[];
  readonly buyers: readonly Buyer[];
  /** `account list place` → wanted, for designs that only one browser touches. */
  readonly wanted: Map<string, boolean>;
  /** Ops that the buyer saw refused, or discarded at a sign-out. */
  readonly letGo: Set<string>;
  /** What was started without waiting for it. */
  readonly underWay: Set<Promise<unknown>>;
}

export function productAt(world: World, place: number) {
  const product = world.shop.products[place];
  if (!product) throw new Error(`There is no design ${place}`);
  return product;
}

/** A real network takes longer than the default of `slowly`. */
export async function createWorld(
  shop: CampaignShop,
  bug: SeededBug | null,
  slowly?: () => Promise<unknown>,
): Promise<World> {
  const network = createRoughNetwork(shop.fetch, slowly);
  network.curse(shop.products[cursed]?._id ?? '');
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

/** What happens to a design after its op was let go isn't predicted. */
export function letGoOf(world: World, opId: string): void {
  if (world.letGo.has(opId)) return;
  world.letGo.add(opId);
  for (const { accepted } of world.buyers) {
    const op = accepted.find((known) => known.opId === opId);
    const place = world.shop.products.findIndex(({ _id }) => _id === op?.productId);
    if (op) world.wanted.delete(`${op.owner} ${op.list} ${place}`);
  }
}
