import { createApp } from '#server/app.ts';
import { addProduct, type TestProduct } from './add-product.ts';
import { makeServices } from './make-services.ts';
import { signUp } from './sign-up.ts';

/** A shop with designs, and an account that is about to fill its cart or wishlist. */
export async function openListDesk() {
  const services = await makeServices();
  const app = createApp(services);
  const { id: accountId, token } = await signUp(services, { status: 'pending' });
  return {
    app,
    services,
    accountId,
    token,
    product: (product?: TestProduct) => addProduct(services, product),
    retire: (productId: string) =>
      services.database.write((tx) =>
        tx.updateTable('products').set({ status: 'retired' }).where('id', '=', productId).execute(),
      ),
  };
}
