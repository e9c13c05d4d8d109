import { finalStates } from '#contract/shop/commission-states.ts';
import { shopItself } from '../platform/audit/record-action.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { openOrCloseCommissions } from './open-or-close.ts';

/** How many requests for a design somebody still waits for. */
export async function countOpen(reader: Reader): Promise<number> {
  const { open } = await reader
    .selectFrom('customRequests')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('wants', '=', 'design')
    .where('state', 'not in', finalStates)
    .executeTakeFirstOrThrow();
  return open;
}

/**
 * How many more requests may be open; null: any number. Until the transaction ends, no other process gets an answer, so
 * that the last slot is taken once.
 */
export async function slotsLeft({ tx, now }: Change): Promise<number | null> {
  const { slots } = (await readSetting(tx, 'commissionRules')).value;
  if (slots === null) return null;
  const { value } = await readSetting(tx, 'isClosedAsFull');
  await writeSetting({ tx, now }, 'isClosedAsFull', value);
  return slots - (await countOpen(tx));
}

/**
 * Closes custom requests when no more may be open, and opens those again that closed for that. Those that somebody closed
 * stay closed.
 */
export async function fitToSlots(change: Change): Promise<void> {
  const left = await slotsLeft(change);
  const { value: isClosedAsFull } = await readSetting(change.tx, 'isClosedAsFull');
  const isFull = left !== null && left <= 0;
  if (isFull === isClosedAsFull) return;
  const { value: status } = await readSetting(change.tx, 'customStatus');
  if (isFull && status === 'Off') return;
  await openOrCloseCommissions({ ...change, actorId: shopItself }, isFull ? 'Off' : 'On');
  await writeSetting(change, 'isClosedAsFull', isFull);
}
