import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { removeFromCart } from '#server/lists/carts/queries.ts';
import { runRetention } from '#server/operations/retention.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signInOn, signUp } from '#tests/support/sign-up.ts';

const phoneAgent = 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36';
const laptopAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const phone = await signUp(services, { userAgent: phoneAgent });
  const laptop = await makeChange(services, (change) => signInOn(change, phone.id, laptopAgent));
  const productId = await addProduct(services, { title: 'Foxes', price: 1250 });
  return {
    services,
    app,
    phone,
    laptop,
    productId,
    add: (token: string, id = productId) =>
      call(app, 'cartAdd', { token, body: { productId: id } }),
    remove: (token: string) => call(app, 'cartRemove', { token, body: { productId } }),
    cart: async (token: string) => (await call(app, 'cart', { token })).answer,
  };
}

test('a line names the device it was added on', async () => {
  const { phone, laptop, add, cart } = await setUp();
  await add(phone.token);

  const onPhone = await cart(phone.token);
  const onLaptop = await cart(laptop.token);

  const name = 'Chrome on Android';
  expect(onPhone.items[0]?.addedOn).toEqual({ name, isThis: true });
  expect(onLaptop.items[0]?.addedOn).toEqual({ name, isThis: false });
});

test('a line keeps its device when another one adds the design again', async () => {
  const { services, phone, laptop, add, cart } = await setUp();
  await add(phone.token);
  services.pass(1000);
  await add(laptop.token);

  expect((await cart(laptop.token)).items[0]?.addedOn?.isThis).toBe(false);
});

test('a removal is reported to the other devices, and not to the one that removed', async () => {
  const { services, phone, laptop, add, remove, cart, productId } = await setUp();
  await add(phone.token);
  await remove(laptop.token);

  const onPhone = await cart(phone.token);

  expect(onPhone.items).toEqual([]);
  expect(onPhone.removed).toEqual([
    {
      productId,
      title: 'Foxes',
      image: `/images/${productId.padEnd(64, '0')}/640.webp`,
      price: 12.5,
      discountedPrice: null,
      removedAt: services.clock().toISOString(),
      removedOn: 'Firefox on Linux',
    },
  ]);
  expect((await cart(laptop.token)).removed).toBeUndefined();
});

test('a removal is no longer reported once the design is added again, or removed here too', async () => {
  const { phone, laptop, add, remove, cart } = await setUp();
  for (const settle of [add, remove]) {
    await add(phone.token);
    await remove(laptop.token);
    expect((await cart(phone.token)).removed).toHaveLength(1);
    await settle(phone.token);
    expect((await cart(phone.token)).removed).toBeUndefined();
    await remove(phone.token);
  }
});

test('a purchase is not reported as a removal', async () => {
  const { services, phone, laptop, add, cart, productId } = await setUp();
  await add(phone.token);
  await services.database.write((tx) => removeFromCart(tx, phone.id, [productId]));

  expect((await cart(laptop.token)).removed).toBeUndefined();
});

test('a removal is reported for a week, and only of designs that are still sold', async () => {
  const { services, phone, laptop, add, remove, cart, productId } = await setUp();
  await add(phone.token);
  await remove(laptop.token);
  const setStatus = (status: 'retired' | 'published') =>
    services.database.write((tx) =>
      tx.updateTable('products').set({ status }).where('id', '=', productId).execute(),
    );

  await setStatus('retired');
  expect((await cart(phone.token)).removed).toBeUndefined();
  await setStatus('published');
  expect((await cart(phone.token)).removed).toHaveLength(1);
  services.pass(7 * 86_400_000);
  expect((await cart(phone.token)).removed).toBeUndefined();
  services.pass(1);
  await runRetention(services);
  expect(await services.database.read.selectFrom('cartRemovals').selectAll().execute()).toEqual([]);
});

test('another account sees nothing of it', async () => {
  const { services, phone, laptop, add, remove, cart } = await setUp();
  const eve = await signUp(services);
  await add(phone.token);
  await remove(laptop.token);
  await add(eve.token);

  const answer = await cart(eve.token);

  expect(answer.removed).toBeUndefined();
  expect(answer.items[0]?.addedOn).toEqual({ name: 'Browser on another device', isThis: true });
});

test('the owner’s data has the devices of lines and removals', async () => {
  const { app, services, phone, laptop, add, remove, productId } = await setUp();
  const moons = await addProduct(services, { title: 'Moons' });
  await add(phone.token);
  await add(phone.token, moons);
  await remove(laptop.token);

  const { answer } = await call(app, 'myData', { token: phone.token });

  expect(answer.cart).toMatchObject([{ title: 'Moons', addedOn: 'Chrome on Android' }]);
  expect(answer.removedFromCart).toMatchObject([{ productId, removedOn: 'Firefox on Linux' }]);
});
