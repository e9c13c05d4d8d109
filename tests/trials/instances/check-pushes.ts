import { topicOf } from '#server/platform/push/pusher.ts';
import type { Evidence, Verdict } from './check-trust.ts';

/**
 * Staff have one push about each paid order and custom request; another only if the sender of the first was killed
 * before it could record that it was sent.
 */
export async function pushesOnce({ services, pushes, kills }: Evidence): Promise<Verdict> {
  const { read } = services.database;
  const paid = await read.selectFrom('orders').select('id').where('state', '=', 'paid').execute();
  const requests = await read.selectFrom('customRequests').select('id').execute();
  const events = [
    ...paid.map(({ id }) => `order:${id}`),
    ...requests.map(({ id }) => `request:${id}`),
  ];
  const accepted = pushes.flat();
  const interrupted = new Set(kills.flatMap(({ unrecorded }) => unrecorded));
  const faults: string[] = [];
  let repeated = 0;
  for (const event of events) {
    const copies = accepted.filter(({ topic }) => topic === topicOf(event));
    const unexplained = copies.filter((push) => !interrupted.has(push)).length;
    if (copies.length === 0) faults.push(`nothing was pushed about ${event}`);
    // The copy that was recorded comes after those that were not.
    if (unexplained > 1) faults.push(`${copies.length} pushes about ${event}`);
    if (copies.length > 1) repeated += 1;
  }
  const seen = `${accepted.length} pushes, ${events.length} orders and requests, ${repeated} pushed again because the sender was killed before it could record them`;
  return { promise: 'staff get one push about each order and request, but for that', seen, faults };
}
