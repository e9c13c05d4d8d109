import type { StudioCallAnswer, StudioCallInput } from '#contract/studio-calls.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { moveDesign } from './move-design.ts';
import { setFavourite, setPrice } from './save-design.ts';

type Wanted = StudioCallInput<'bulkDesigns'>['body'];

/** Does one thing to each of these designs; what one of them refuses holds up none of the others. */
export async function bulkDesigns(
  services: Services,
  who: string,
  wanted: Wanted,
): Promise<StudioCallAnswer<'bulkDesigns'>> {
  const ids = [...new Set(wanted.ids)];
  const refused: { id: string; reason: string }[] = [];
  for (const id of ids) {
    try {
      await change(services, who, id, wanted);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, reason: error.message });
    }
  }
  const titles = await titlesOf(
    services,
    refused.map(({ id }) => id),
  );
  return {
    done: ids.length - refused.length,
    refused: refused.map((each) => ({ ...each, title: titles.get(each.id) ?? each.id })),
  };
}

async function change(
  services: Services,
  who: string,
  id: string,
  { action, percent = 0 }: Wanted,
): Promise<void> {
  const { database, clock } = services;
  if (action === 'publish')
    return moveDesign(services, who, id, { version: null, status: 'published' });
  if (action === 'retire')
    return moveDesign(services, who, id, { version: null, status: 'retired' });
  if (action === 'price') {
    const cents = (now: number) => Math.round((now * (100 + percent)) / 100);
    return database.write((tx) => setPrice(tx, clock(), who, id, { version: null, cents }));
  }
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
