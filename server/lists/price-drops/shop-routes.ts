import type { Hono } from 'hono';
import { makeChange } from '../../platform/database/change.ts';
import {
  isSubscribed,
  isSubscribedOn,
  renewDevice,
  saveDevice,
} from '../../platform/push/push-devices.ts';
import { readPushKeys } from '../../platform/push/push-keys.ts';
import { buyerPushTables } from '../../platform/push/push-outbox.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { assertNotDeleted } from '../../platform/sign-in/signed-in.ts';
import { rememberLowerPrices } from './known-prices.ts';

/** The routes for the kinds of push notification each browser subscribes to. */
export function pushRoutes(app: Hono, services: Services): void {
  const { database, clock } = services;

  serveShop(app, services, 'pushNews', async ({ account, body: { kind, device } }) => {
    const { id } = account;
    if (device?.keys !== undefined) {
      await makeChange(services, async (change) => {
        const { tx } = change;
        await assertNotDeleted(tx, account);
        // A price that is already lower is no news to somebody who subscribes now.
        const isFirst = kind === 'priceDrops' && !(await isSubscribed(tx, id, kind));
        await saveDevice(change, account, kind, device);
        if (isFirst) await rememberLowerPrices(tx, id);
      });
    }
    const { publicKey } = await readPushKeys(database, clock());
    const isOn = device
      ? await isSubscribedOn(database.read, account, kind, device.endpoint)
      : false;
    return { isOn, pushKey: publicKey };
  });

  serveShop(app, services, 'renewPush', ({ account, body }) =>
    renewDevice(services, buyerPushTables, account, body),
  );
}
