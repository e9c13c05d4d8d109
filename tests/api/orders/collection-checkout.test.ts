import { expect, test } from 'vitest';
import { collectionRest } from '#features/cart/collection-rest.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addCollection } from '#tests/support/add-collection.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { call } from '#tests/support/call.ts';
import { openPaymentShop } from '#tests/support/payment-shop.ts';

/** A shop with a collection of designs for 10, 20 and 30 dollars that costs 48 together. */
async function setUp() {
  const shop = await openPaymentShop();
  const foxes = await shop.addDesign({ price: 1000 });
  const moons = await shop.addDesign({ price: 2000 });
  const oaks = await shop.addDesign({ price: 3000 });
  const productIds = [foxes, moons, oaks];
  await addCollection(shop.services, { slug: 'woods', name: 'Woods', price: 4800, productIds });
  const { token, id: accountId } = shop.buyer;
  const cart = async () => (await call(shop.app, 'cart', { token })).answer;
  const paid = async () => {
    const items = new Map(
      (await cart()).items.map(({ productId, discountedPrice, price }) => [
        productId,
        discountedPrice ?? price,
      ]),
    );
    return productIds.flatMap((id) => items.get(id) ?? []);
  };
  return { shop, foxes, moons, oaks, accountId, cart, paid };
}

test('all designs of a collection in the cart cost its price', async () => {
  const { shop, foxes, moons, oaks, cart, paid } = await setUp();
  for (const id of [foxes, moons]) {
    await shop.fillCart(id);
    shop.pass(1000);
  }
  expect((await cart()).totalPrice).toBe(30);

  await shop.fillCart(oaks);

  const answer = await cart();
  expect(answer.totalPrice).toBe(48);
  expect(answer.totalDiscount).toBe(12);
  expect(answer.items.map(({ inCollection }) => inCollection)).toEqual([
    { name: 'Woods', saving: 2 },
    { name: 'Woods', saving: 4 },
    { name: 'Woods', saving: 6 },
  ]);
  expect(await paid()).toEqual([8, 16, 24]);
});

test('an order keeps what was paid for each design', async () => {
  const { shop, foxes, moons, oaks } = await setUp();
  await shop.fillCart(foxes, moons, oaks);

  const { orderId, totalPrice } = await shop.checkout({ expectedTotal: 48 });

  expect(totalPrice).toBe(48);
  const items = await shop.services.database.read
    .selectFrom('orderItems')
    .select(['price', 'discountedPrice'])
    .where('orderId', '=', orderId)
    .orderBy('price')
    .execute();
  expect(items).toEqual([
    { price: 1000, discountedPrice: 800 },
    { price: 2000, discountedPrice: 1600 },
    { price: 3000, discountedPrice: 2400 },
  ]);
});

test('order, receipt and studio name the collection whose price was paid', async () => {
  const { shop, foxes, moons, oaks } = await setUp();
  const alone = await shop.addDesign({ title: 'Pond', price: 500 });
  await shop.fillCart(foxes, moons, oaks, alone);
  const { orderId, paypalOrderId } = await shop.checkout();
  await shop.approve(paypalOrderId);
  await shop.capture(orderId);

  const { answer } = await call(shop.app, 'orders', { token: shop.buyer.token });
  const items = answer.orders[0]?.items ?? [];
  expect(items.filter((item) => item.collectionName === 'Woods')).toHaveLength(3);
  expect(items.find(({ productName }) => productName === 'Pond')).not.toHaveProperty(
    'collectionName',
  );

  const [receipt] = await shop.mailsTo(shop.buyer.email);
  expect(receipt?.text.match(/in the collection “Woods”/g)).toHaveLength(3);
  expect(receipt?.text).toContain('Pond (Small business licence): $5.00');
});

test('designs that the buyer has are left out, and the price follows', async () => {
  const { shop, foxes, moons, oaks, accountId, cart } = await setUp();
  await addOrder(shop.services, { accountId, productIds: [oaks] });

  await shop.fillCart(foxes, moons);

  expect((await cart()).totalPrice).toBe(24);
});

test('a device shows the price that the cart has, whichever designs are bought or retired', async () => {
  const { shop, foxes, moons, oaks, accountId, cart } = await setUp();
  const birds = await shop.addDesign({ price: 999 });
  const productIds = [birds, foxes, moons, oaks];
  await addCollection(shop.services, { slug: 'all', name: 'All', price: 5555, productIds });
  await addOrder(shop.services, { accountId, productIds: [moons] });
  await shop.services.database.write(async (tx) => {
    await tx.updateTable('products').set({ status: 'retired' }).where('id', '=', foxes).execute();
    await recordCatalogueChange({ tx, now: shop.services.clock() }, [foxes]);
  });
  await shop.services.catalogue.refresh();
  const { answer } = await call(shop.app, 'collections', {});
  const collection = answer.collections.find(({ slug }) => slug === 'all');
  const query = { ids: productIds.join() };
  const { products } = (await call(shop.app, 'productsChosen', { query })).answer;
  if (!collection) throw new Error('The shop has no such collection');

  const bought = new Set([moons]);
  const rest = collectionRest(collection, products, { licenseType: 'SMALL_BUSINESS', bought });

  expect(rest.products.map(({ _id }) => _id)).toEqual([birds, oaks]);
  expect(rest).toMatchObject({ singlesPrice: 39.99, price: 31.73 });
  await shop.fillCart(birds, oaks);
  expect((await cart()).totalPrice).toBe(31.73);
});

test('a discount of a design that the buyer has makes the rest no dearer', async () => {
  const { shop, foxes, moons, oaks, accountId, cart } = await setUp();
  await addOrder(shop.services, { accountId, productIds: [oaks] });
  await shop.services.database.write((tx) =>
    tx.updateTable('products').set({ discountedPrice: 1500 }).where('id', '=', oaks).execute(),
  );

  await shop.fillCart(foxes, moons);

  expect((await cart()).totalPrice).toBe(24);
});

test('a discount lowers what a collection costs once its designs cost less one by one', async () => {
  const { shop, foxes, moons, oaks, cart, paid } = await setUp();
  await shop.fillCart(foxes, moons, oaks);
  const discount = (productId: string, discountedPrice: number) =>
    shop.services.database.write((tx) =>
      tx.updateTable('products').set({ discountedPrice }).where('id', '=', productId).execute(),
    );

  await discount(oaks, 2000);
  expect((await cart()).totalPrice).toBe(48);
  await discount(moons, 500);

  expect((await cart()).totalPrice).toBe(35);
  expect(await paid()).toEqual([10, 5, 20]);
});

test('a design bought again costs its own price', async () => {
  const { shop, foxes, moons, oaks, accountId, paid } = await setUp();
  await addOrder(shop.services, { accountId, productIds: [oaks] });

  await shop.fillCart(foxes, moons, oaks);

  expect(await paid()).toEqual([8, 16, 30]);
});

test('a coupon reckons with the price of the collection', async () => {
  const { shop, foxes, moons, oaks, cart } = await setUp();
  await addCoupon(shop.services, { discountAmount: 50 });
  await shop.fillCart(foxes, moons, oaks);
  const { _id: cartId } = await cart();

  await call(shop.app, 'couponApply', {
    token: shop.buyer.token,
    body: { code: 'TEN', cartId },
  });

  expect((await cart()).totalPrice).toBe(24);
});

test('a line counts for the collection that saves most', async () => {
  const { shop, foxes, moons, oaks, cart } = await setUp();
  const productIds = [foxes, moons];
  await addCollection(shop.services, { slug: 'small', name: 'Small', price: 2900, productIds });

  await shop.fillCart(foxes, moons, oaks);

  const answer = await cart();
  expect(answer.totalPrice).toBe(48);
  expect(new Set(answer.items.map(({ inCollection }) => inCollection?.name))).toEqual(
    new Set(['Woods']),
  );
});

test('an unpublished collection saves nothing', async () => {
  const { shop, foxes, moons, oaks, cart } = await setUp();
  await shop.fillCart(foxes, moons, oaks);

  await shop.services.database.write((tx) =>
    tx.updateTable('collections').set({ isPublished: 0 }).execute(),
  );

  expect((await cart()).totalPrice).toBe(60);
});

test('a design that costs less than its share keeps its own price', async () => {
  const { shop, foxes, moons, oaks, cart } = await setUp();
  await shop.fillCart(foxes, moons, oaks);

  await shop.services.database.write((tx) =>
    tx.updateTable('products').set({ discountedPrice: 100 }).where('id', '=', oaks).execute(),
  );

  expect((await cart()).totalPrice).toBe(31);
});
