import { randomInt } from 'node:crypto';
import type { Transaction } from '../platform/database/open.ts';

/** Without letters and digits that are easily confused. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns an unused order number such as `PW-7KD3QX`: short enough to say aloud, and it doesn't reveal how many orders there are. */
export async function newOrderNumber(tx: Transaction): Promise<string> {
  for (;;) {
    const letters = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]);
    const orderNumber = `PW-${letters.join('')}`;
    const taken = await tx
      .selectFrom('orders')
      .select('id')
      .where('orderNumber', '=', orderNumber)
      .executeTakeFirst();
    if (!taken) return orderNumber;
  }
}
