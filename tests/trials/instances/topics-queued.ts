import type { Database } from '#server/platform/database/open.ts';
import { topicOf } from '#server/platform/push/pusher.ts';

/** The topics of the pushes to staff that are queued. A push leaves the queue once it is recorded that it was sent. */
export async function topicsQueued({ read }: Database): Promise<ReadonlySet<string>> {
  const rows = await read.selectFrom('staffPushes').select('kind').execute();
  return new Set(rows.map(({ kind }) => topicOf(kind)));
}
