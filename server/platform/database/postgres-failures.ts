import { tookTooLong, unavailableCodes } from './unavailable-codes.ts';
import { WriteLockHeld } from './write-lock.ts';

/**
 * Thrown if a commit isn't known to be where it must be: it wasn't answered in time, or its wait for a standby was
 * cancelled.
 */
export class CommitUnconfirmed extends Error {
  override name = 'CommitUnconfirmed';
}

export function codeOf(error: unknown): string {
  return String((error instanceof Error && Reflect.get(error, 'code')) || '');
}

/**
 * Whether other writes were in the way of a transaction, which can simply run again: serialisation failure, deadlock, or
 * a turn that hasn't come yet. One write may be alone for minutes, but no process that stopped keeps the turn.
 */
export function isInTheWay(error: unknown): boolean {
  return error instanceof WriteLockHeld || ['40001', '40P01'].includes(codeOf(error));
}

/**
 * Whether the connection broke or none could be made, even because a container's name is unknown while it restarts;
 * Kysely's word for it is "discarded". A server that only reads counts too: another connection may reach the one that
 * writes. So does a statement that was cancelled or took too long, because what it waited for may wait for a standby.
 * A server that only reads refuses serialisable transactions as not supported (0A000), which is also what it says of a connection
 * whose prepared statement another version's migration has outdated.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (error instanceof CommitUnconfirmed || unavailableCodes.test(code)) return true;
  if (code === tookTooLong || code === '0A000') return true;
  if (/^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND$|AI_AGAIN$)/.test(code)) return true;
  return /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Postgres connection has been discarded)/.test(
    error.message,
  );
}
