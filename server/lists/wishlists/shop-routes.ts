import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { addToWishlist, readWishlist, removeFromWishlist } from './queries.ts';

export function wishlistRoutes(app: Hono, services: Services): void {
  serveShop(app, services, 'wishlist', ({ account }) =>
    readWishlist(services.database.read, account.id),
  );

  serveShop(app, services, 'wishlistAdd', async ({ account, change, body }) => ({
    message: messages.wishlist.added,
    version: await addToWishlist(change, account.id, body.productId, body.view),
  }));

  serveShop(app, services, 'wishlistRemove', async ({ account, change, params }) => ({
    message: messages.wishlist.removed,
    version: await removeFromWishlist(change.tx, account.id, params.id),
  }));
}
