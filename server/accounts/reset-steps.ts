import { randomBytes } from 'node:crypto';
import type { Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

/** A fresh token for one step of a password reset: 128 random bits. */
export function newStepToken(): string {
  return randomBytes(16).toString('base64url');
}

/** What is hashed of a code. With its token in it, who reads the database can't try all the codes. */
export function codeSecret(token: string, code: string): string {
  return `${token} ${code}`;
}

/** Used, expired, superseded, tried too often or never ours: all the same to whoever asks. */
export function stepEnded(): Problem {
  return new Problem('CODE_ENDED', 'This code no longer works. Please ask for a new one.');
}

/** Ends the resets of an account: codes went to an address, or for a password, that is no more. */
export async function endResets(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('resetSteps').where('accountId', '=', accountId).execute();
}
