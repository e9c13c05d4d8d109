import { writeCommissionPush } from './commissions/reply-push.ts';
import { appIcons } from './documents/app-icons.ts';
import { writePriceDropPush } from './lists/price-drops/price-drops.ts';
import type { Pushes } from './platform/push/pusher.ts';

/** Everything that the shop pushes. */
export const pushes: Pushes = {
  writers: { customs: writeCommissionPush, priceDrops: writePriceDropPush },
  icon: appIcons.any192.url,
};
