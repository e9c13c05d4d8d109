import pg from 'pg';
import { tookTooLong } from './away-codes.ts';

/** The number of the lock of writes that run one after the other, in all shops. */
const turnLock = 72_651;

/** Thrown if others have had the turn for longer than a statement may take. */
export class TurnTaken extends Error {
  override name = 'TurnTaken';
}

/** Waits until no other write runs alone. @throws TurnTaken */
export async function takeTurn(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`SELECT pg_advisory_lock(${turnLock})`);
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === tookTooLong;
    throw isTaken ? new TurnTaken('Other writes run alone.', { cause: error }) : error;
  }
}

/** Lets the next write run alone; false if the connection must be closed for that. */
export function endTurn(client: pg.ClientBase): Promise<boolean> {
  return client.query(`SELECT pg_advisory_unlock(${turnLock})`).then(
    () => true,
    () => false,
  );
}
