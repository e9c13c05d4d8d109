import type { PushKind, PushMessage } from '#contract/shop/push-news.ts';
import type { StudioPushMessage } from '#contract/studio/notifications.ts';
import { countWaiting } from './accounts/waiting.ts';
import { writeCommissionPush } from './commissions/reply-push.ts';
import { appIcons } from './documents/app-icons.ts';
import { writePriceDropPush } from './lists/price-drops/price-drops.ts';
import type { Pushes, PushWriter } from './platform/push/pusher.ts';
import type { PushedNotice } from './staff/notifications/notify-studio.ts';

const icon = appIcons.any192.url;
const writers: Readonly<Record<PushKind, PushWriter>> = {
  customs: writeCommissionPush,
  priceDrops: writePriceDropPush,
};

/** Everything that is pushed to buyers. */
export const pushes: Pushes = {
  tables: { pushes: 'pushes', devices: 'pushDevices' },
  async write(services, push): Promise<PushMessage | null> {
    const kind = push.kind as PushKind;
    const written = await writers[kind](services, push);
    return written && { ...written, accountId: push.accountId, icon, tag: kind };
  },
};

/** What is pushed to staff: their notifications, with the number of open tasks for the badge. */
export const staffPushes: Pushes = {
  tables: { pushes: 'staffPushes', devices: 'staffPushDevices' },
  async write({ database, clock }, { kind, detail }): Promise<StudioPushMessage> {
    const { title, path } = JSON.parse(detail) as PushedNotice;
    const counts = Object.values(await countWaiting(database.read, clock()));
    const waiting = counts.reduce((sum, count) => sum + count, 0);
    return { title, path, icon, tag: kind, waiting };
  },
};
