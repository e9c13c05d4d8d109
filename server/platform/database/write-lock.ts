import pg from 'pg';
import { tookTooLong } from './unavailable-codes.ts';

/** The number of the lock of writes that run one after the other, in all shops. */
const writeLock = 72_651;

/** Thrown if others have held the lock for longer than a statement may take. */
export class WriteLockHeld extends Error {
  override name = 'WriteLockHeld';
}

/** Waits until no other write runs alone. @throws WriteLockHeld */
export async function acquireWriteLock(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`SELECT pg_advisory_lock(${writeLock})`);
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === tookTooLong;
    throw isTaken ? new WriteLockHeld('Other writes run alone.', { cause: error }) : error;
  }
}

/** Lets the next write run alone; false if the connection must be closed for that. */
export function releaseWriteLock(client: pg.ClientBase): Promise<boolean> {
  return client.query(`SELECT pg_advisory_unlock(${writeLock})`).then(
    () => true,
    () => false,
  );
}
