import {
  type PackDesign,
  type SeasonPack,
  stallChoiceOf,
} from '#offline/catalogue/season-pack-store.ts';

/** The saved and the bought designs of the account, or of the visitor; null: not read yet. */
export interface OwnDesigns {
  readonly wishlist: readonly PackDesign[] | null;
  readonly bought: readonly PackDesign[] | null;
}

/** What stall mode can show. */
export interface StallChoice {
  /** Its name in the URL. */
  readonly key: string;
  readonly name: string;
  readonly designs: number;
}

const ownNames = { wishlist: 'My wishlist', bought: 'My designs' } as const;

function ownKindOf(key: string): keyof OwnDesigns | null {
  return key === 'wishlist' || key === 'bought' ? key : null;
}

/** What stall mode can show on this device: kept listings first, then own designs. `proposed` goes to the top. */
export function stallChoices(
  packs: readonly SeasonPack[],
  own: OwnDesigns,
  proposed: string | null,
): readonly StallChoice[] {
  const listings = packs
    .filter(({ source }) => !('accountId' in source))
    .map(({ source, name, designs }) => ({ key: stallChoiceOf(source), name, designs }));
  const mine = (['wishlist', 'bought'] as const).map((kind) => ({
    key: kind,
    name: ownNames[kind],
    designs: own[kind]?.length ?? 0,
  }));
  const all = [...listings, ...mine].filter(({ designs }) => designs > 0);
  const isProposed = ({ key }: StallChoice) => key === proposed;
  return [...all.filter(isProposed), ...all.filter((choice) => !isProposed(choice))];
}

/**
 * The designs of a choice; null while they can't be known yet. `readPack` reads those of a kept pack. Own designs
 * are always the newest, with all their pictures if they are kept.
 */
export async function stallDesigns(
  key: string,
  packs: readonly SeasonPack[] | null,
  own: OwnDesigns,
  readPack: (id: string) => Promise<readonly PackDesign[]>,
): Promise<readonly PackDesign[] | null> {
  // Only packs that this account may see: the URL must not lead to another's.
  const pack = packs?.find(({ source }) => stallChoiceOf(source) === key);
  const kept = pack && (await readPack(pack.id));
  const kind = ownKindOf(key);
  if (!kind) return kept ?? (packs && []);
  const wholes = new Map(kept?.map((design) => [design.productId, design]));
  return own[kind]?.map((design) => wholes.get(design.productId) ?? design) ?? null;
}
