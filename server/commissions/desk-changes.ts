import { commissionMoves } from '#contract/shop/commission-states.ts';
import type { QuoteOffer } from '#contract/shop/quote.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import {
  type CommissionDetails,
  type CommissionStatus,
  commissionMessages,
} from '#contract/studio/commissions.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import type { Env } from '../platform/env.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { assertYear } from './assert-year.ts';
import { designOf } from './commission-design.ts';
import { assertDeliverable, isChanged } from './delivery.ts';
import { readLetter } from './desk-requests.ts';
import { makeQuote } from './make-quote.ts';
import { latestQuote } from './quotes.ts';
import { tellBuyer } from './tell-buyer.ts';
import { readRequest, transition } from './transition.ts';

/** Stores a quote and mails it; a repeat does neither. @throws NOT_FOUND and what `assertYear` and `makeQuote` throw */
export async function sendQuote(
  change: AuditedChange,
  env: MailSettings & Pick<Env, 'timeZone'>,
  id: string,
  offer: QuoteOffer,
): Promise<CommissionDetails> {
  const { tx } = change;
  await assertYear(change, env, await readRequest(tx, id), offer);
  const before = await latestQuote(tx, id);
  const { version } = await makeQuote(change, id, offer);
  if (version !== before?.version) {
    await tellBuyer(change, env, await readRequest(change.tx, id));
  }
  return readLetter(tx, id);
}

/** Adds a note that only the studio reads; a repeat with the same id adds nothing. @throws NOT_FOUND */
export async function addNote(
  change: AuditedChange,
  id: string,
  { noteId, text }: StudioCallInput<'noteRequest'>['body'],
): Promise<CommissionDetails> {
  const { tx, now, actorId } = change;
  await readRequest(change.tx, id);
  const written = await tx
    .insertInto('commissionNotes')
    .values({ id: noteId, requestId: id, authorId: actorId, text, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written) {
    const line = { action: 'commission.noted', subjectId: id } as const;
    await recordAction(change, { ...line, before: null, after: { noteId } });
  }
  return readLetter(tx, id);
}

/**
 * Says whom a received request waits for, since the studio may have answered it by mail. In every other state, the state
 * says so.
 * @throws NOT_FOUND, CHANGED_MEANWHILE
 */
export async function pass(
  change: AuditedChange,
  id: string,
  status: Exclude<CommissionStatus, 'closed'>,
): Promise<CommissionDetails> {
  const before = await readRequest(change.tx, id);
  if (before.state !== 'received') {
    throw new Problem('CHANGED_MEANWHILE', commissionMessages.moved);
  }
  if (before.status !== status) {
    await setStatus(change, id, status);
    const line = { action: 'commission.status_changed', subjectId: id } as const;
    const seen = { before: { status: before.status }, after: { status } };
    await recordAction(change, { ...line, ...seen });
  }
  return readLetter(change.tx, id);
}

/**
 * Moves a request as a staff member chose; if it is there already, changes nothing.
 * @throws NOT_FOUND; CHANGED_MEANWHILE if it isn't in the state that was shown; what `transition` throws
 */
export async function moveByHand(
  change: AuditedChange,
  mailSettings: MailSettings,
  id: string,
  { move, from, note }: StudioCallInput<'moveRequest'>['body'],
): Promise<CommissionDetails> {
  const { tx, actorId: staffId } = change;
  const { state } = await readRequest(change.tx, id);
  const { to } = commissionMoves[move];
  const isRepeat = state === to && !(move === 'deliver' && (await isChanged(tx, id)));
  if (isRepeat) return readLetter(tx, id);
  if (state !== from) throw new Problem('CHANGED_MEANWHILE', commissionMessages.moved);
  if (move === 'draw') await designOf(change, id);
  if (move === 'deliver') await assertDeliverable(tx, id);
  const request = await transition(change, id, move, { staffId }, note);
  await tellBuyer(change, mailSettings, request, note);
  const line = { action: 'commission.moved', subjectId: id } as const;
  await recordAction(change, { ...line, before: { state }, after: { state: to } });
  return readLetter(tx, id);
}

/** Says whom a received request waits for, once somebody has written. */
export async function passTurn(
  change: Change,
  id: string,
  status: Exclude<CommissionStatus, 'closed'>,
): Promise<void> {
  const request = await readRequest(change.tx, id);
  if (request.state === 'received' && request.status !== status)
    await setStatus(change, id, status);
}

async function setStatus(
  { tx }: Change,
  id: string,
  status: Exclude<CommissionStatus, 'closed'>,
): Promise<void> {
  if (status === 'answered') await withdrawNotice(tx, 'request', id);
  await tx.updateTable('customRequests').set({ status }).where('id', '=', id).execute();
}
