import type { Transaction } from '../platform/database/open.ts';
import { forgetDevices } from '../platform/sign-in/known-devices.ts';
import { endStudioSessions } from './sessions.ts';

/**
 * Ends everything with which somebody could enter an account without its password, at once and in every
 * process, and the pushes to its devices.
 */
export async function endAccess(tx: Transaction, accountId: string): Promise<void> {
  await endStudioSessions(tx, accountId);
  await endWaysIn(tx, accountId);
}

/** The same for a disabled account, whose sessions open nothing. They stay until they expire, to tell open tabs why. */
export async function endWaysIn(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('studioInvitations').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('studioTwoStepSetups').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('studioResets').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('staffPushDevices').where('accountId', '=', accountId).execute();
  await forgetDevices(tx, `studio:${accountId}`);
}
