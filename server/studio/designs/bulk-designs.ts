import type { StudioCallAnswer, StudioCallInput } from '#contract/studio-calls.ts';
import type { Transaction } from '../../database/open.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { moveDesign } from './move-design.ts';
import { setFavourite, setPrice } from './save-design.ts';

type Wanted = StudioCallInput<'bulkDesigns'>['body'];

/**
 * Does one thing to each of these designs; what one of them refuses holds up none of the others. Prices
 * change all at once or not at all: what was lowered by a part of the list can't be lowered again.
 */
export async function bulkDesigns(
  services: Services,
  who: string,
  wanted: Wanted,
): Promise<StudioCallAnswer<'bulkDesigns'>> {
  const ids = [...new Set(wanted.ids)];
  const { action } = wanted;
  const refused =
    action === 'price'
      ? await services.database.write((tx) =>
          each(ids, (id) => changePrice(services, tx, who, id, wanted.percent)),
        )
      : await each(ids, (id) => change(services, who, id, action));
  const titles = await titlesOf(
    services,
    refused.map(({ id }) => id),
  );
  return {
    done: ids.length - refused.length,
    refused: refused.map((each) => ({ ...each, title: titles.get(each.id) ?? each.id })),
  };
}

/** Answers which were refused, and why. */
async function each(
  ids: readonly string[],
  act: (id: string) => Promise<void>,
): Promise<{ readonly id: string; readonly reason: string }[]> {
  const refused = [];
  for (const id of ids) {
    try {
      await act(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, reason: error.message });
    }
  }
  return refused;
}

function changePrice(
  { clock }: Services,
  tx: Transaction,
  who: string,
  id: string,
  percent = 0,
): Promise<void> {
  const cents = (now: number) => Math.round((now * (100 + percent)) / 100);
  return setPrice(tx, clock(), who, id, { version: null, cents });
}

async function change(
  services: Services,
  who: string,
  id: string,
  action: Exclude<Wanted['action'], 'price'>,
): Promise<void> {
  const { database, clock } = services;
  if (action === 'publish')
    return moveDesign(services, who, id, { version: null, status: 'published' });
  if (action === 'retire')
    return moveDesign(services, who, id, { version: null, status: 'retired' });
  return database.write((tx) => setFavourite(tx, clock(), who, id, action === 'favourite'));
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
