import { cacheNames } from './cache-names.ts';

/** A listing or a collection of the shop, or the designs an account (or the visitor, null) saved or bought. */
export type PackSource =
  | {
      readonly kind: 'listing';
      readonly call: 'productsFilter' | 'productsSearch' | 'productsBestSelling';
      /** Without page, limit and sort. */
      readonly query: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'collection'; readonly slug: string }
  | { readonly kind: 'wishlist' | 'bought'; readonly accountId: string | null };

export interface PackDesign {
  readonly productId: string;
  readonly title: string;
  /** URLs of its pictures, in the form of a product's images. */
  readonly images: readonly string[];
}

/**
 * A listing whose designs a buyer keeps offline with large pictures. `running`: continues whenever the shop can
 * be reached. `full`: the device has no room for more. `done`: what is missing can't be fetched from the shop now.
 */
export interface SeasonPack {
  readonly id: string;
  readonly name: string;
  readonly source: PackSource;
  readonly status: 'running' | 'full' | 'done';
  readonly designs: number;
  /** How many pictures should be stored. */
  readonly wanted: number;
  /** How many pictures are stored. */
  readonly pictures: number;
  readonly bytes: number;
  /** When it was last compared with its listing (ISO 8601). */
  readonly checkedAt: string;
}

/** The same listing has the same id, so it is stored once. */
export function packIdOf(source: PackSource): string {
  if (source.kind === 'collection') return `collection:${source.slug}`;
  if (source.kind !== 'listing') return `${source.kind}:${source.accountId ?? ''}`;
  return `${source.call}?${new URLSearchParams(Object.entries(source.query).sort())}`;
}

/** How stall mode's URL names a pack. The account of its own designs is not part of it. */
export function stallChoiceOf(source: PackSource): string {
  return 'accountId' in source ? source.kind : packIdOf(source);
}

/** The account that a pack belongs to; undefined: to the device, as everyone sees the same listing. */
export function ownerOf({ source }: SeasonPack): string | null | undefined {
  return 'accountId' in source ? source.accountId : undefined;
}

// Records are stored in the cache beside the pictures, so that they are deleted with them.
const recordPrefix = '/season-packs/';
const recordPath = (id: string) => `${recordPrefix}${encodeURIComponent(id)}`;
const designsPath = (id: string) => `${recordPath(id)}/designs`;

/**
 * Reads all packs of this device, the oldest first.
 * @throws if the browser refuses Cache Storage
 */
export async function readSeasonPacks(): Promise<readonly SeasonPack[]> {
  const cache = await caches.open(cacheNames.seasonPacks);
  const records: SeasonPack[] = [];
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!pathname.startsWith(recordPrefix) || pathname.endsWith('/designs')) continue;
    const record = await cache.match(pathname);
    if (record) records.push(await record.json());
  }
  return records;
}

export async function readSeasonPack(id: string): Promise<SeasonPack | null> {
  const record = await caches.match(recordPath(id), { cacheName: cacheNames.seasonPacks });
  return record ? await record.json() : null;
}

/** The designs of a pack, in the order of its listing. */
export async function readPackDesigns(id: string): Promise<readonly PackDesign[]> {
  const record = await caches.match(designsPath(id), { cacheName: cacheNames.seasonPacks });
  return record ? await record.json() : [];
}

export async function saveSeasonPack(pack: SeasonPack): Promise<void> {
  const cache = await caches.open(cacheNames.seasonPacks);
  await cache.put(recordPath(pack.id), Response.json(pack));
}

export async function savePackDesigns(id: string, designs: readonly PackDesign[]): Promise<void> {
  const cache = await caches.open(cacheNames.seasonPacks);
  await cache.put(designsPath(id), Response.json(designs));
}

/** Paths of the stored pictures of all packs. */
export async function packPicturePaths(cache: Cache): Promise<readonly string[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => !path.startsWith(recordPrefix));
}

/** Deletes a pack's records. Its pictures go when `dropUnneeded` finds that no other pack has them. */
export async function deleteSeasonPack(id: string): Promise<void> {
  const cache = await caches.open(cacheNames.seasonPacks);
  await cache.delete(recordPath(id));
  await cache.delete(designsPath(id));
}
