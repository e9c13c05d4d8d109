import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeChange } from '../../platform/database/change.ts';
import { type Job, repeat } from '../../platform/jobs/repeat.ts';
import { runAlone } from '../../platform/jobs/run-alone.ts';
import type { Services } from '../../platform/services/services.ts';
import { numberCreditNotes, numberReceipts } from './receipt-numbers.ts';

/** So that the shop's own work never waits long for a transaction. */
const numberedAtOnce = 50;
/** How long an order that an earlier version made paid, during an update, waits for its number at most. */
const everyMs = 60_000;

/** Numbers what was paid or refunded without a number: before there were numbers, by an earlier version, or in the demo. */
export async function numberMissing(
  services: Pick<Services, 'database' | 'clock' | 'env'>,
  isStopped = () => false,
): Promise<void> {
  for (const number of [numberReceipts, numberCreditNotes]) {
    let numbered = numberedAtOnce;
    while (numbered === numberedAtOnce && !isStopped()) {
      numbered = await makeChange(services, (change) =>
        number(change, services.env, numberedAtOnce),
      );
      await nextTurn();
    }
  }
}

/** Keeps doing so, until stopped; one process at a time. */
export function startNumberingReceipts(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    async (signal) => {
      await runAlone(services, 'receipt numbers', (lost) =>
        numberMissing(services, () => signal.aborted || lost.aborted),
      );
    },
    (error) => services.log.error({ err: error }, 'numbering receipts failed'),
  );
}
