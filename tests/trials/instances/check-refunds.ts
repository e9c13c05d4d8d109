import { DatabaseSync } from 'node:sqlite';
import type { PracticeOrder } from '#server/orders/payments/practice/practice-order.ts';
import type { Evidence, Verdict } from './check-trust.ts';

/** How many refunds there were, and whether they are right. */
export interface Refunds {
  readonly count: number;
  readonly verdict: Verdict;
}

/** The shop's refunds are the provider's, and there is one for each acknowledged refund. */
export async function checkRefunds({ services, providerFile, done }: Evidence): Promise<Refunds> {
  const { read } = services.database;
  const provider = new DatabaseSync(providerFile, { readOnly: true });
  const orders = provider.prepare('SELECT body FROM orders').all();
  provider.close();
  const ledger = orders
    .flatMap(({ body }) => (JSON.parse(String(body)) as PracticeOrder).refunds)
    .map(({ id, amount }) => `${id}: ${Math.round(Number(amount.value) * 100)}`);
  const rows = await read
    .selectFrom('refunds')
    .select(['orderId', 'providerId', 'amount'])
    .where('kind', '=', 'refund')
    .execute();
  const recorded = rows.map(({ providerId, amount }) => `${providerId}: ${amount}`);
  const requests = await read.selectFrom('refundRequests').select('state').execute();
  const times = (orderId: string) => rows.filter((row) => row.orderId === orderId).length;
  const faults = [
    ...ledger.filter((line) => !recorded.includes(line)).map((line) => `not recorded: ${line}`),
    ...recorded.filter((line) => !ledger.includes(line)).map((line) => `not refunded: ${line}`),
    ...done.refunded
      .filter((id) => times(id) !== 1)
      .map((id) => `order ${id} was refunded ${times(id)} times`),
    ...requests.filter(({ state }) => state !== 'done').map(({ state }) => `a refund is ${state}`),
  ];
  const seen = `${ledger.length} refunds of the provider, ${recorded.length} recorded, ${done.refunded.length} acknowledged`;
  const promise = 'what the shop refunded is what the provider did, once for each order';
  return { count: ledger.length, verdict: { promise, seen, faults } };
}
