import { randomBytes } from 'node:crypto';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Person } from '../platform/sign-in/person.ts';

/** Returns a new token for one step of a password reset: 128 random bits. */
export function newStepToken(): string {
  return randomBytes(16).toString('base64url');
}

/** The text that is hashed for a code. It includes the token, so that somebody who reads the database can't try all codes. */
export function codeSecret(token: string, code: string): string {
  return `${token} ${code}`;
}

/** The same problem for a code that is used, expired, superseded, tried too often or was never ours. */
export function stepEnded(): Problem {
  return new Problem('CODE_ENDED', 'This code no longer works. Please request a new one.');
}

/** Ends a person's resets, because their codes are for an e-mail or password that no longer applies. */
export async function endResets(tx: Transaction, { id, colleagueId }: Person): Promise<void> {
  const steps = tx.deleteFrom('resetSteps');
  await (colleagueId === null
    ? steps.where('accountId', '=', id)
    : steps.where('colleagueId', '=', colleagueId)
  ).execute();
}
