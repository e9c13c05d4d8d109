import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { serve } from '../../platform/calls/serve.ts';
import type { Services } from '../../platform/services.ts';
import { addToCart, cartAnswer, readCart, removeFromCart } from './queries.ts';

export function cartRoutes(app: Hono, services: Services): void {
  serve(app, services, 'cart', async ({ account }) =>
    cartAnswer(await readCart(services.database.read, services.clock(), account.id)),
  );

  serve(app, services, 'cartAdd', async ({ account, tx, body }) => ({
    message: messages.cart.added,
    version: await addToCart(tx, services.clock(), account, body.productId),
  }));

  serve(app, services, 'cartRemove', async ({ account, tx, body }) => ({
    message: messages.cart.removed,
    version: await removeFromCart(tx, account.id, [body.productId]),
  }));
}
