import { packPicture } from '#contract/shop/paths.ts';
import { cacheNames } from './cache-names.ts';
import {
  deleteSeasonPack,
  ownerOf,
  packPicturePaths,
  readPackDesigns,
  readSeasonPacks,
  type SeasonPack,
} from './season-pack-store.ts';

/** Deletes the packs of accounts, with their pictures. Packs of listings stay: everyone sees the same. */
export async function forgetOwnPacks(
  isToForget: (owner: string) => boolean = () => true,
): Promise<void> {
  for (const pack of await readSeasonPacks()) {
    const owner = ownerOf(pack);
    if (typeof owner === 'string' && isToForget(owner)) await deleteSeasonPack(pack.id);
  }
  await dropUnneeded();
}

/** Deletes the pictures that no pack has. */
export async function dropUnneeded(): Promise<void> {
  const cache = await caches.open(cacheNames.seasonPacks);
  const needed = new Set<string>();
  for (const { id } of await readSeasonPacks()) {
    for (const path of await packPaths(id)) needed.add(path);
  }
  for (const path of await packPicturePaths(cache)) {
    if (!needed.has(path)) await cache.delete(path);
  }
}

/** Paths of the pictures that a pack needs. */
export async function packPaths(id: SeasonPack['id']): Promise<ReadonlySet<string>> {
  const designs = await readPackDesigns(id);
  return new Set(designs.flatMap(({ images }) => images.map(packPicture)));
}
