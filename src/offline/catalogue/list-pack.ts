import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { collectionAt } from '#contract/shop/collection.ts';
import type { Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import { boughtPackDesigns, wishedDesigns } from './own-designs.ts';
import type { PackDesign, PackSource } from './season-pack-store.ts';

export interface ListPackParts {
  /**
   * Answers a catalogue call from the device or the shop.
   * @throws ApiError
   */
  readonly answer: (asked: AskedCatalogueCall) => Promise<object>;
  /** The account whose rows `readRows` reads; null: the visitor. */
  readonly currentAccount: () => Promise<string | null>;
  /** Runs `work` on the rows of the current account or visitor. */
  readonly withStore: <T>(work: (store: AccountStore) => Promise<T>) => Promise<T>;
}

/** At most one more than a pack may have, so that a larger listing is recognized. */
const mostListed = limits.listLength + 1;

/**
 * Lists the designs of a pack, at most `limits.listLength + 1`.
 * @throws if neither device nor shop can list them now, or they belong to another account
 */
export async function listPack(
  source: PackSource,
  parts: ListPackParts,
): Promise<readonly PackDesign[]> {
  if (source.kind === 'listing') return listListing(source, parts);
  if (source.kind === 'collection') return listCollection(source.slug, parts);
  if ((await parts.currentAccount()) !== source.accountId) {
    throw new Error('These designs belong to another account');
  }
  const first = await parts.withStore(async (store) =>
    source.kind === 'wishlist'
      ? wishedDesigns(newestFirst((await store.read()).wishlistMarks))
      : boughtPackDesigns(await store.readCopy('orders')),
  );
  const designs: PackDesign[] = [];
  for (const design of first.slice(0, mostListed)) {
    designs.push((await wholeDesign(design.productId, parts)) ?? design);
  }
  return designs;
}

async function listListing(
  { call, query }: Extract<PackSource, { readonly kind: 'listing' }>,
  { answer }: ListPackParts,
): Promise<readonly PackDesign[]> {
  const designs: PackDesign[] = [];
  let most: number = mostListed;
  for (let page = 1; designs.length < most; page += 1) {
    const asked = { ...query, page: String(page), limit: String(limits.maxPageSize) };
    const found = (await answer({ name: call, params: {}, query: asked })) as CallAnswer<
      typeof call
    >;
    // Otherwise the pictures of the designs that this device lacks would be deleted.
    if (found.among) throw new Error('This device has only a part of the listing');
    designs.push(...found.products.map(designOf));
    // What lacks a word of the search comes last, and isn't kept.
    if ('exact' in found && found.exact !== undefined) most = Math.min(most, found.exact);
    if (page >= found.totalPages) break;
  }
  return designs.slice(0, most);
}

/** The designs of a collection, in its order. @throws if the shop no longer has it, so that a stored pack stays */
async function listCollection(
  slug: string,
  { answer }: ListPackParts,
): Promise<readonly PackDesign[]> {
  const asked = { name: 'collections', params: {}, query: {} } as const;
  const { collections } = (await answer(asked)) as CallAnswer<'collections'>;
  const found = collectionAt(collections, slug);
  if (!found) throw new Error('The shop no longer has this collection');
  const query = { ids: found.productIds.join() };
  const chosen = await answer({ name: 'productsChosen', params: {}, query });
  return (chosen as CallAnswer<'productsChosen'>).products.map(designOf);
}

function designOf({ _id, title, images }: Product): PackDesign {
  return { productId: _id, title, images: images.map(({ url }) => url) };
}

/** A design with all its pictures; null if it is no longer in the catalogue, or can't be read. */
async function wholeDesign(
  productId: string,
  { answer }: ListPackParts,
): Promise<PackDesign | null> {
  const asked = { name: 'product', params: { id: productId }, query: {} } as const;
  const found = (await answer(asked).catch(() => null)) as CallAnswer<'product'> | null;
  return found && designOf(found.product);
}

function newestFirst(lines: readonly ListLine[]): readonly ListLine[] {
  return lines.toSorted((a, b) => Date.parse(b.addedAt) - Date.parse(a.addedAt));
}
