import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import type { Operation } from './payment-faults.ts';
import type { PaymentShop } from './payment-shop.ts';

/** Reconciles as a process that dies in its next call of `operation`. Returns whether it did. */
export async function dieReconciling(shop: PaymentShop, operation: Operation): Promise<boolean> {
  let isDead = false;
  const { promise: died, resolve } = Promise.withResolvers<void>();
  shop.provider.plan(operation, () => {
    isDead = true;
    resolve();
    return new Promise(() => {});
  });
  await Promise.race([died, reconcileOnce(shop.services, () => isDead)]);
  // What it does side by side may still wait for the database, and would go on later.
  await shop.written();
  return isDead;
}
