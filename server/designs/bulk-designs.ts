import { noKeywords } from '#contract/shop/keywords.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { type AuditedChange, makeAuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { moveDesign } from './move-design.ts';
import { addKeywords, setFavourite, setPrice } from './save-design.ts';

type Wanted = StudioCallInput<'bulkDesigns'>['body'];
/** A design at the version that the staff member saw; refused at another version. */
type Seen = Wanted['designs'][number];

/**
 * Applies one action to each of these designs; a refused design doesn't stop the others. Prices are changed
 * in one transaction, because repeating a change that failed halfway would lower some prices twice.
 */
export async function bulkDesigns(
  services: Services,
  actorId: string,
  wanted: Wanted,
): Promise<StudioCallAnswer<'bulkDesigns'>> {
  const { action } = wanted;
  const seen = [...new Map(wanted.designs.map((design) => [design.id, design])).values()];
  const refused =
    action === 'price'
      ? await makeAuditedChange(services, actorId, (change) =>
          each(seen, (design) => changePrice(change, design, wanted.percent)),
        )
      : await each(seen, (design) => changeOne(services, actorId, design, action, wanted.keywords));
  const titles = await titlesOf(
    services,
    refused.map(({ id }) => id),
  );
  return {
    done: seen.length - refused.length,
    refused: refused.map((each) => ({ ...each, title: titles.get(each.id) ?? each.id })),
  };
}

/** Runs `act` for each design and returns those refused, with the reason. */
async function each(
  designs: readonly Seen[],
  act: (design: Seen) => Promise<void>,
): Promise<{ readonly id: string; readonly reason: string }[]> {
  const refused = [];
  for (const design of designs) {
    try {
      await act(design);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id: design.id, reason: error.message });
    }
  }
  return refused;
}

function changePrice(change: AuditedChange, { id, version }: Seen, percent = 0): Promise<void> {
  const cents = (price: number) => Math.round((price * (100 + percent)) / 100);
  return setPrice(change, id, { version, cents });
}

async function changeOne(
  services: Services,
  actorId: string,
  { id, version }: Seen,
  action: Exclude<Wanted['action'], 'price'>,
  keywords = noKeywords,
): Promise<void> {
  if (action === 'publish' || action === 'retire') {
    const status = action === 'publish' ? 'published' : 'retired';
    return moveDesign(services, actorId, id, { version, status });
  }
  if (action === 'keywords') {
    return makeAuditedChange(services, actorId, (change) =>
      addKeywords(change, id, { version, keywords }),
    );
  }
  const isFavourite = action === 'favourite';
  return makeAuditedChange(services, actorId, (change) =>
    setFavourite(change, id, { version, isFavourite }),
  );
}

async function titlesOf({ database }: Services, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await database.read
    .selectFrom('products')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
