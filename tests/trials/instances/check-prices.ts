import type { Evidence, Verdict } from './check-trust.ts';

/** Each bulk change was made, and each undo, once for each design. */
export async function checkPrices({ services, done }: Evidence): Promise<Verdict> {
  const { ids, cents } = done.repriced;
  const rows = await services.database.read
    .selectFrom('products')
    .select('price')
    .where('id', 'in', ids)
    .execute();
  const faults = rows
    .filter(({ price }) => price !== cents)
    .map(({ price }) => `a design costs ${price} cents instead of ${cents}`);
  if (rows.length !== ids.length) faults.push(`${rows.length} of ${ids.length} designs are there`);
  const seen = `${done.bulkChanges} changes of ${ids.length} designs`;
  return { promise: 'bulk changes and their undos are made once for each design', seen, faults };
}
