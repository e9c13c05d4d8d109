import type { Selectable } from 'kysely';
import {
  type CommissionMove,
  type CommissionState,
  commissionMoves,
  finalStates,
  type Mover,
  mayMove,
  stateWords,
} from '#contract/shop/commission-states.ts';
import type { Mark } from '#contract/shop/delivery.ts';
import { type CommissionStatus, commissionMessages } from '#contract/studio/commissions.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { assertUnchanged, partsOf } from './delivery.ts';
import { assertNotBeingPaid, assertNotRefunding, releaseFiles } from './paying-orders.ts';
import { latestQuote } from './quotes.ts';
import { fitToSlots } from './slots.ts';

export type RequestRow = Selectable<Tables['customRequests']>;

/** Who moves a commission: its buyer, the shop itself, or a staff member by their id. */
export type Who = 'buyer' | 'shop' | { readonly staffId: string };

const day = 86_400_000;

/** The moves that change what a payment is for. */
const notWhilePaying: readonly CommissionMove[] = ['quote', 'decline', 'withdraw', 'close'];

/**
 * Moves a commission to another state and adds it to its history, in the transaction of what goes with it. `note` and
 * `marks` are shown to its buyer too. Returns the changed request.
 * @throws NOT_FOUND; CONFLICT if it is in a state without this move, also because somebody else was faster, if the
 * quote's rounds of changes are used up, if what was delivered has changed, or while a payment or refund is being processed that the move would change
 */
export async function transition(
  change: Change,
  requestId: string,
  move: CommissionMove,
  who: Who,
  note = '',
  marks: readonly Mark[] = [],
): Promise<RequestRow> {
  const { tx, now } = change;
  const { state: from } = await readRequest(tx, requestId);
  const mover: Mover = typeof who === 'string' ? who : 'studio';
  if (!mayMove(from, move, mover)) throw outOfTurn(from);
  if (notWhilePaying.includes(move)) await assertNotBeingPaid(tx, requestId);
  if (move === 'askForChanges') await assertRoundLeft(tx, requestId);
  if (move === 'accept') {
    await assertNotRefunding(tx, requestId);
    await assertUnchanged(tx, requestId);
  }
  const { to } = commissionMoves[move];
  const isFinal = finalStates.includes(to);
  const row = await tx
    .updateTable('customRequests')
    .set({
      state: to,
      status: inboxStatus(to),
      closedAt: isFinal ? now.toISOString() : null,
      ...(move === 'pay' && { dueAt: await dueAt(change, requestId) }),
    })
    .where('id', '=', requestId)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw outOfTurn((await readRequest(tx, requestId)).state);
  if (row.status !== 'open') await withdrawNotice(tx, 'request', requestId);
  if (move === 'accept' || move === 'payLicence') await releaseFiles(change, requestId);
  if (isFinal !== finalStates.includes(from)) await fitToSlots(change);
  await tx
    .insertInto('commissionMoves')
    .values({
      requestId,
      move,
      fromState: from,
      toState: to,
      mover,
      staffId: typeof who === 'string' ? null : who.staffId,
      note,
      marks: JSON.stringify(marks),
      ...(move === 'deliver' && {
        delivered: (await partsOf(tx, [requestId])).get(requestId) ?? null,
      }),
      movedAt: now.toISOString(),
    })
    .execute();
  return row;
}

/** @throws NOT_FOUND */
export async function readRequest(tx: Transaction, requestId: string): Promise<RequestRow> {
  const row = await tx
    .selectFrom('customRequests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', commissionMessages.gone);
  return row;
}

function outOfTurn(state: CommissionState): Problem {
  return new Problem('CONFLICT', commissionMessages.outOfTurn(stateWords[state]));
}

/** Whether a commission in this state waits for the studio. */
export function inboxStatus(state: CommissionState): CommissionStatus {
  if (finalStates.includes(state)) return 'closed';
  return state === 'received' || state === 'paid' || state === 'changes_wanted'
    ? 'open'
    : 'answered';
}

/** @throws CONFLICT */
async function assertRoundLeft(tx: Transaction, requestId: string): Promise<void> {
  const rounds = (await latestQuote(tx, requestId))?.rounds ?? null;
  if (rounds === null) return;
  const { used } = await tx
    .selectFrom('commissionMoves')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('requestId', '=', requestId)
    .where('move', '=', 'askForChanges')
    .executeTakeFirstOrThrow();
  if (used >= rounds) throw new Problem('CONFLICT', commissionMessages.noRoundLeft(rounds));
}

async function dueAt({ tx, now }: Change, requestId: string): Promise<string | null> {
  const quote = await latestQuote(tx, requestId);
  return quote && new Date(now.getTime() + quote.days * day).toISOString();
}
