import type { Evidence, Verdict } from './check-trust.ts';

/** Each bulk change and each undo was made for each of its designs, and counted once. */
export async function checkPrices({ services, done }: Evidence): Promise<Verdict> {
  const { read } = services.database;
  const { ids, cents } = done.repriced;
  const rows = await read.selectFrom('products').select('price').where('id', 'in', ids).execute();
  const faults = rows
    .filter(({ price }) => price !== cents)
    .map(({ price }) => `a design costs ${price} cents instead of ${cents}`);
  if (rows.length !== ids.length) faults.push(`${rows.length} of ${ids.length} designs are there`);
  const changed = await read
    .selectFrom('bulkChangeDesigns')
    .innerJoin('bulkChanges', 'bulkChanges.id', 'bulkChangeDesigns.changeId')
    .select(['bulkChanges.state', 'outcome', 'reason'])
    .where('bulkChanges.state', '!=', 'planned')
    .execute();
  for (const { state, outcome, reason } of changed) {
    const expected = state === 'undone' ? 'undone' : 'changed';
    if (outcome !== expected)
      faults.push(`a design is ${outcome} in a change that is ${state}: ${reason}`);
  }
  const seen = `${done.bulkChanges} changes of ${ids.length} designs`;
  return { promise: 'bulk changes and their undos reach each design, once', seen, faults };
}
