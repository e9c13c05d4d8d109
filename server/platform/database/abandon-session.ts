import type pg from 'pg';
import { endSession } from './session.ts';
import { untilReached } from './until-reached.ts';

/** Has the session of a connection ended for which nobody waits any more, as soon as the server is reached. */
export function abandonSession(client: pg.ClientBase, others: pg.Pool): void {
  untilReached(() => endSession(client, others)).catch(() => {});
}
