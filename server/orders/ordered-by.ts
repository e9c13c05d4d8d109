import type { Reader } from '../platform/database/open.ts';
import type { OrderRow } from './payments/order-state.ts';

/** The names of the colleagues who placed some orders, by order. One that the account's owner placed has none. */
export async function orderedBy(
  reader: Reader,
  orders: readonly Pick<OrderRow, 'id' | 'colleagueId'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = orders.flatMap(({ colleagueId }) => colleagueId ?? []);
  if (ids.length === 0) return new Map();
  const colleagues = await reader
    .selectFrom('colleagues')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute();
  const names = new Map(colleagues.map((each) => [each.id, `${each.firstName} ${each.lastName}`]));
  return new Map(
    orders.flatMap(({ id, colleagueId }) =>
      colleagueId === null ? [] : [[id, (names.get(colleagueId) ?? 'A former colleague').trim()]],
    ),
  );
}
