import type { PushKind, PushMessage } from '#contract/shop/push-news.ts';
import type { StudioPushMessage } from '#contract/studio/notifications.ts';
import { writeWaitingPush } from './accounts/waiting-notice.ts';
import { writeCommissionPush } from './commissions/reply-push.ts';
import { appIcons } from './documents/app-icons.ts';
import { writePriceDropPush } from './lists/price-drops/price-drops.ts';
import { writeNewDesignsPush } from './lists/saved-searches/new-designs.ts';
import { sectionInForce } from './platform/content/stored-content.ts';
import type { Reader } from './platform/database/open.ts';
import { buyerPushTables, type ClaimedPush, staffPushTables } from './platform/push/push-outbox.ts';
import type { Pushes, PushWriter } from './platform/push/pusher.ts';
import { countWaiting } from './reports/open-tasks.ts';
import type { PushedNotice } from './staff/notifications/notify-studio.ts';

const writers: Readonly<Record<PushKind, PushWriter>> = {
  customs: writeCommissionPush,
  priceDrops: writePriceDropPush,
  newDesigns: writeNewDesignsPush,
};

/** Everything that is pushed to buyers. */
export const pushes: Pushes = {
  tables: buyerPushTables,
  async write(services, push): Promise<PushMessage | null> {
    const kind = push.kind as PushKind;
    const written = await writers[kind](services, push);
    if (!written) return null;
    const { read } = services.database;
    return {
      ...written,
      accountId: await userIdOf(read, push),
      icon: await iconInForce(read),
      tag: kind,
    };
  },
};

/** What is pushed to staff: their notifications, with the number of tasks open to them for the badge. */
export const staffPushes: Pushes = {
  tables: staffPushTables,
  async write({ database, clock }, push): Promise<StudioPushMessage | null> {
    const { kind, detail, accountId } = push;
    const { role } = await database.read
      .selectFrom('studioAccounts')
      .select('role')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const counts = await countWaiting(database.read, clock(), role);
    const notice =
      kind === 'account'
        ? await writeWaitingPush(database.read, counts.buyers)
        : (JSON.parse(detail) as PushedNotice);
    const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return notice && { ...notice, icon: await iconInForce(database.read), tag: kind, waiting };
  },
};

/** The `_id` of the user whose browser a push is for: an account's owner or a colleague. */
async function userIdOf(reader: Reader, { endpoint, accountId }: ClaimedPush): Promise<string> {
  const device = await reader
    .selectFrom('pushDevices')
    .select('colleagueId')
    .where('endpoint', '=', endpoint)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return device?.colleagueId ?? accountId;
}

/** The shop's icon in its look. */
async function iconInForce(reader: Reader): Promise<string> {
  return appIcons(await sectionInForce(reader, 'look')).any192.url;
}
