import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { Services } from '../../platform/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { addToCart, cartAnswer, readCart, removeFromCart } from './queries.ts';

export function cartRoutes(app: Hono, services: Services): void {
  serveShop(app, services, 'cart', async ({ account }) =>
    cartAnswer(await readCart(services.database.read, services.clock(), account.id)),
  );

  serveShop(app, services, 'cartAdd', async ({ account, change, body }) => ({
    message: messages.cart.added,
    version: await addToCart(change, account, body.productId),
  }));

  serveShop(app, services, 'cartRemove', async ({ account, change, body }) => ({
    message: messages.cart.removed,
    version: await removeFromCart(change.tx, account.id, [body.productId]),
  }));
}
