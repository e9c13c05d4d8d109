import { downloadPath } from '#contract/shop/own-paths.ts';
import { call } from '#tests/support/call.ts';
import type { Acknowledged, Workplace } from './workplace.ts';

/** The content of each design's only file. */
export const boughtBytes = Buffer.from([1, 2, 3]);

/** Downloads what was bought, whole and from its second byte, and tries to with the session of somebody else. */
export async function downloadBought(
  { app }: Workplace,
  done: Acknowledged,
  { token, orderId, stranger }: Readonly<Record<'token' | 'orderId' | 'stranger', string>>,
): Promise<void> {
  const { answer } = await call(app, 'orders', { token, query: {} });
  const [item] = answer.orders.find(({ _id }) => _id === orderId)?.items ?? [];
  if (!item) throw new Error('a paid order has no design');
  const path = downloadPath(orderId, item._id);
  const ask = (session: string, headers = {}) =>
    app.request(path, { headers: { Authorization: `Bearer ${session}`, ...headers } });
  for (const from of [0, 1]) {
    const response = await ask(token, from > 0 ? { Range: `bytes=${from}-` } : {});
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.equals(boughtBytes.subarray(from))) done.downloads += 1;
    else
      done.faults.push(
        `a bought file from byte ${from}: ${response.status}, ${bytes.length} bytes`,
      );
  }
  const { status } = await ask(stranger);
  if (status !== 403 && status !== 404) done.faults.push(`a stranger’s download: ${status}`);
}
