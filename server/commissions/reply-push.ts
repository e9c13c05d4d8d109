import { customRequestPath } from '#contract/shop/paths.ts';
import type { Change } from '../platform/database/change.ts';
import type { Transaction } from '../platform/database/open.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { PushWriter } from '../platform/push/pusher.ts';
import { subscribersOf } from './subscribers.ts';

/** Queues a push to each browser that asked when custom requests open, once, to be sent at `at`. */
export async function queueCommissionPushes({ tx, now }: Change, at: Date): Promise<void> {
  const queuedAt = now.toISOString();
  const nextTryAt = at.toISOString();
  await tx
    .insertInto('pushes')
    .columns(['endpoint', 'kind', 'detail', 'queuedAt', 'nextTryAt'])
    .expression((from) =>
      from
        .selectFrom('pushDevices')
        .select((row) => [
          'endpoint',
          row.val('customs').as('kind'),
          row.val('').as('detail'),
          row.val(queuedAt).as('queuedAt'),
          row.val(nextTryAt).as('nextTryAt'),
        ])
        .where('hasCustoms', '=', 1)
        .where('goneAt', 'is', null)
        .where('accountId', 'in', subscribersOf(tx).select('id')),
    )
    .onConflict((conflict) =>
      conflict.columns(['endpoint', 'kind']).doUpdateSet({ queuedAt, nextTryAt, attempts: 0 }),
    )
    .execute();
}

/** Deletes unsent pushes when custom requests close, because they are outdated. */
export async function dropCommissionPushes(tx: Transaction): Promise<void> {
  await tx.deleteFrom('pushes').where('kind', '=', 'customs').execute();
}

/** Writes the push that custom requests are open, in the studio's name. */
export const writeCommissionPush: PushWriter = async ({ database, env }) => {
  const { studioName } = await letterhead(database.read, env);
  return {
    title: `${studioName} is taking custom requests again`,
    body: 'Tap to send yours.',
    path: customRequestPath,
  };
};
