import { randomInt } from 'node:crypto';
import { recoveryCodeAlphabet, recoveryCodeCount } from '#contract/studio/account.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import type { Services } from '../platform/services/services.ts';

/**
 * A code has 80 random bits. Its first characters find its row; the others are hashed like a password. So
 * checking a code costs one comparison, whether or not it exists.
 */
const codeLength = 16;
const selectorLength = 4;

/** A stored code; the same row means that the code is still unused. */
export interface RecoveryCodeRow {
  readonly accountId: string;
  readonly selector: string;
  readonly secretHash: string;
}

/** New codes to show once, and their rows to store. */
export interface NewRecoveryCodes {
  readonly shown: string[];
  readonly rows: readonly Omit<RecoveryCodeRow, 'accountId'>[];
}

export async function newRecoveryCodes({
  passwords,
}: Pick<Services, 'passwords'>): Promise<NewRecoveryCodes> {
  const codes = new Map<string, string>();
  while (codes.size < recoveryCodeCount) {
    const code = randomCode();
    codes.set(code.slice(0, selectorLength), code);
  }
  const rows = await Promise.all(
    [...codes].map(async ([selector, code]) => ({
      selector,
      secretHash: await passwords.hash(code.slice(selectorLength)),
    })),
  );
  const shown = [...codes.values()].map((code) => code.match(/.{4}/g)?.join('-') ?? code);
  return { shown, rows };
}

export async function storeRecoveryCodes(
  tx: Transaction,
  accountId: string,
  { rows }: NewRecoveryCodes,
): Promise<void> {
  await endRecoveryCodes(tx, accountId);
  await tx
    .insertInto('studioRecoveryCodes')
    .values(rows.map((row) => ({ accountId, ...row })))
    .execute();
}

export async function endRecoveryCodes(tx: Transaction, accountId: string): Promise<void> {
  await tx.deleteFrom('studioRecoveryCodes').where('accountId', '=', accountId).execute();
}

/**
 * The row of a right code, which `spendRecoveryCode` then uses up; null for a wrong or used one, and for no
 * account, after the same work. `code` as parsed by the contract.
 */
export async function findRecoveryCode(
  { database, passwords }: Pick<Services, 'database' | 'passwords'>,
  accountId: string | null,
  code: string,
): Promise<RecoveryCodeRow | null> {
  const row = await database.read
    .selectFrom('studioRecoveryCodes')
    .select(['accountId', 'selector', 'secretHash'])
    .where('accountId', '=', accountId ?? '')
    .where('selector', '=', code.slice(0, selectorLength))
    .executeTakeFirst();
  const matches = await passwords.matches(code.slice(selectorLength), row?.secretHash ?? null);
  return row && matches ? row : null;
}

/** Uses a code up. False if it was used or replaced since it was found. */
export async function spendRecoveryCode(
  tx: Transaction,
  { accountId, selector, secretHash }: RecoveryCodeRow,
): Promise<boolean> {
  const spent = await tx
    .deleteFrom('studioRecoveryCodes')
    .where('accountId', '=', accountId)
    .where('selector', '=', selector)
    .where('secretHash', '=', secretHash)
    .executeTakeFirstOrThrow();
  return spent.numDeletedRows === 1n;
}

export async function countRecoveryCodes(reader: Reader, accountId: string): Promise<number> {
  return countOf(reader.selectFrom('studioRecoveryCodes').where('accountId', '=', accountId));
}

function randomCode(): string {
  return Array.from({ length: codeLength }, () =>
    recoveryCodeAlphabet.charAt(randomInt(recoveryCodeAlphabet.length)),
  ).join('');
}
