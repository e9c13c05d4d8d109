import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { serve } from '../../platform/calls/serve.ts';
import type { Services } from '../../platform/services.ts';
import { addToWishlist, readWishlist, removeFromWishlist } from './queries.ts';

export function wishlistRoutes(app: Hono, services: Services): void {
  serve(app, services, 'wishlist', ({ account }) =>
    readWishlist(services.database.read, account.id),
  );

  serve(app, services, 'wishlistAdd', async ({ account, tx, body }) => ({
    message: messages.wishlist.added,
    version: await addToWishlist(tx, services.clock(), account.id, body.productId),
  }));

  serve(app, services, 'wishlistRemove', async ({ account, tx, params }) => ({
    message: messages.wishlist.removed,
    version: await removeFromWishlist(tx, account.id, params.id),
  }));
}
