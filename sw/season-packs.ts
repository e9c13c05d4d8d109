import { createQueue } from '#contract/wire/queue.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { dropUnneeded, forgetOwnPacks, packPaths } from '#offline/catalogue/forget-own-packs.ts';
import {
  deleteSeasonPack,
  ownerOf,
  type PackDesign,
  type PackSource,
  packIdOf,
  packPicturePaths,
  readSeasonPack,
  readSeasonPacks,
  type SeasonPack,
  savePackDesigns,
  saveSeasonPack,
} from '#offline/catalogue/season-pack-store.ts';
import { fetchPictures } from './fetch-pictures.ts';

export interface SeasonPacksParts {
  /**
   * The designs of a pack now.
   * @throws if they can't be listed now
   */
  readonly list: (source: PackSource) => Promise<readonly PackDesign[]>;
  readonly currentAccount: () => Promise<string | null>;
  readonly isShopWell: () => Promise<boolean>;
  /** Called after each change, for open pages to read the packs again. */
  readonly onChange: () => Promise<void>;
  /** Deletes pictures that were only looked at, and resolves with how many there were. */
  readonly makeRoom: () => Promise<number>;
  /** ISO 8601. */
  readonly now: () => string;
}

/** Stores the packs' pictures, one pack after another, each by its difference to what is stored. */
export class SeasonPacks {
  readonly #parts: SeasonPacksParts;
  readonly #inTurn = createQueue();
  /** Packs waiting for their turn or running. */
  readonly #queued = new Set<string>();
  /** Packs removed since, in case they are running. */
  readonly #removed = new Set<string>();

  constructor(parts: SeasonPacksParts) {
    this.#parts = parts;
  }

  /**
   * Stores a pack, or continues it. `isNoted`: false if the device can't even store that it is wanted.
   * `isStored` settles when its pictures are stored, or can't be now.
   */
  keep(name: string, source: PackSource) {
    const isNoted = this.#want(name, source).then(
      () => true,
      () => false,
    );
    const id = packIdOf(source);
    return {
      isNoted,
      isStored: isNoted.then((isWanted) => (isWanted ? this.#enqueue(id) : undefined)),
    };
  }

  async #want(name: string, source: PackSource): Promise<void> {
    const id = packIdOf(source);
    this.#removed.delete(id);
    const before = (await readSeasonPack(id)) ?? emptyPack(id, source, this.#parts.now());
    await saveSeasonPack({ ...before, name, status: 'running' });
    await this.#parts.onChange();
  }

  /** Continues interrupted packs and, with `withChanges`, updates the others to their listings. */
  async continue(withChanges: boolean): Promise<void> {
    const account = await this.#parts.currentAccount();
    if (account !== null) await this.#giveTo(account);
    for (const { id, status } of await readSeasonPacks()) {
      const isOutdated = withChanges && status === 'done';
      if (status === 'running' || isOutdated) await this.#enqueue(id);
    }
  }

  /** Removes a pack. Pictures that another pack has stay. */
  async remove(id: string): Promise<void> {
    this.#removed.add(id);
    await deleteSeasonPack(id);
    await this.#parts.onChange();
    // What is under way must not be stored after its pictures were deleted.
    await this.#inTurn(dropUnneeded);
    await this.#parts.onChange();
  }

  /** The account left this device: deletes its packs. */
  async forgetOwn(): Promise<void> {
    for (const pack of await readSeasonPacks()) {
      if (typeof ownerOf(pack) === 'string') this.#removed.add(pack.id);
    }
    await forgetOwnPacks();
    await this.#inTurn(dropUnneeded);
    await this.#parts.onChange();
  }

  /** Deletes other accounts' packs. The visitor's wishlist became the account's, and so does its pack. */
  async #giveTo(account: string): Promise<void> {
    await forgetOwnPacks((owner) => owner !== account);
    for (const pack of await readSeasonPacks()) {
      if (ownerOf(pack) !== null || !('accountId' in pack.source)) continue;
      await deleteSeasonPack(pack.id);
      const source = { ...pack.source, accountId: account };
      const id = packIdOf(source);
      if (!(await readSeasonPack(id))) {
        await saveSeasonPack({ ...pack, id, source, status: 'running' });
      }
    }
  }

  #enqueue(id: string): Promise<void> {
    if (this.#queued.has(id)) return this.#inTurn(async () => {});
    this.#queued.add(id);
    return this.#inTurn(() => this.#run(id).finally(() => this.#queued.delete(id)));
  }

  async #run(id: string): Promise<void> {
    const pack = await readSeasonPack(id);
    if (!pack) return;
    const designs = await this.#parts.list(pack.source).catch(() => null);
    // A complete pack stays complete; an interrupted one continues later.
    if (!designs || this.#removed.has(id)) return;
    try {
      await savePackDesigns(id, designs);
      await this.#store({ ...pack, designs: designs.length, checkedAt: this.#parts.now() });
    } catch {
      await this.#note({ ...pack, status: 'full' });
    }
  }

  /** Fetches what is missing. If the device is full, makes room once and tries again. */
  async #store(pack: SeasonPack): Promise<void> {
    const cache = await caches.open(cacheNames.seasonPacks);
    const wanted = await packPaths(pack.id);
    let state: SeasonPack = { ...pack, ...(await countStored(cache, wanted)), status: 'running' };
    const fetchRest = () =>
      fetchPictures(cache, wanted, this.#parts.isShopWell, async (pictures, bytes) => {
        const { pictures: before, bytes: bytesBefore } = state;
        state = { ...state, pictures: before + pictures, bytes: bytesBefore + bytes };
        await this.#note(state);
        return !this.#removed.has(pack.id);
      });
    await this.#note(state);
    let end = await fetchRest();
    if (end === 'full' && (await this.#parts.makeRoom()) > 0) end = await fetchRest();
    if (this.#removed.has(pack.id)) return;
    if (end === 'done') await dropUnneeded();
    if (end === 'full' || end === 'done') await this.#note({ ...state, status: end });
  }

  /** If the device is too full for the record, the next run counts what is stored. */
  async #note(pack: SeasonPack): Promise<void> {
    if (!this.#removed.has(pack.id)) await saveSeasonPack(pack).catch(() => {});
    await this.#parts.onChange();
  }
}

function emptyPack(id: string, source: PackSource, checkedAt: string): SeasonPack {
  const nothing = { designs: 0, wanted: 0, pictures: 0, bytes: 0 };
  return { id, name: '', source, status: 'running', ...nothing, checkedAt };
}

/** Counts what is stored of a pack. The last note may be outdated: the worker may have stopped between a picture and its note. */
async function countStored(
  cache: Cache,
  wanted: ReadonlySet<string>,
): Promise<Pick<SeasonPack, 'wanted' | 'pictures' | 'bytes'>> {
  const stored = (await packPicturePaths(cache)).filter((path) => wanted.has(path));
  let bytes = 0;
  for (const path of stored) {
    bytes += Number((await cache.match(path))?.headers.get('Content-Length'));
  }
  return { wanted: wanted.size, pictures: stored.length, bytes };
}
