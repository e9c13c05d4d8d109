import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import type { Services } from '../../platform/services/services.ts';
import { serveShop } from '../../platform/sign-in/serve-shop.ts';
import { readRemoved, recordRemoved } from './cart-devices.ts';
import { addToCart, cartAnswer, readCart, removeFromCart } from './queries.ts';

export function cartRoutes(app: Hono, services: Services): void {
  const { database, clock } = services;

  serveShop(app, services, 'cart', async ({ account }) => {
    const now = clock();
    const cart = cartAnswer(await readCart(database.read, now, account));
    const removed = await readRemoved(database.read, now, account);
    return { ...cart, ...(removed.length > 0 && { removed }) };
  });

  serveShop(app, services, 'cartAdd', async ({ account, change, body }) => ({
    message: messages.cart.added,
    version: await addToCart(change, account, body),
  }));

  serveShop(app, services, 'cartRemove', async ({ account, change, body }) => {
    await recordRemoved(change, account, body.productId);
    return {
      message: messages.cart.removed,
      version: await removeFromCart(change.tx, account.id, [body.productId]),
    };
  });
}
