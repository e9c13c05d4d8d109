import type { Database, Transaction } from './open.ts';

interface ClockedDatabase {
  readonly database: Database;
  readonly clock: () => Date;
}

/** A change being made: its transaction and its time. */
export interface Change {
  readonly tx: Transaction;
  readonly now: Date;
}

/** A change that the audit log records, with who makes it: a staff member's id, `terminal` or `shopItself`. */
export interface AuditedChange extends Change {
  readonly actorId: string;
}

/** Makes a change in a transaction of its own, and resolves after the commit. For `owner` see `Database.write`. */
export function makeChange<T>(
  { database, clock }: ClockedDatabase,
  work: (change: Change) => Promise<T>,
  owner?: string,
): Promise<T> {
  return database.write((tx) => work({ tx, now: clock() }), owner);
}

/** `makeChange` for a change that the audit log records. */
export function makeAuditedChange<T>(
  services: ClockedDatabase,
  actorId: string,
  work: (change: AuditedChange) => Promise<T>,
): Promise<T> {
  return makeChange(services, (change) => work({ ...change, actorId }));
}
