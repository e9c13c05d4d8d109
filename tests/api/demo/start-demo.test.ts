import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { removeDemo } from '#demo/remove.ts';
import { demoProductId, demoProducts, seedDemo } from '#demo/seed.ts';
import { illustrateOrders, seedOrders } from '#demo/seed-orders.ts';
import { isDemoComplete, isDemoWanted, startDemo } from '#demo/start-demo.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { signUp } from '#tests/support/sign-up.ts';

test('an empty shop gets the demo, even if a first start only created its tables', async () => {
  const services = await makeServices();
  const database = await openAgain(services.env.dataDir);

  expect(await isDemoWanted(services)).toBe(true);
  expect(await isDemoWanted({ ...services, database })).toBe(true);
  await database.close();
});

test.each([
  ['a design', addProduct],
  ['an account', signUp],
])('a shop that has %s does not get the demo', async (_, add) => {
  const services = await makeServices();
  await add(services);

  expect(await isDemoWanted(services)).toBe(false);
});

test('a shop whose demo was removed does not get it again', async () => {
  const services = await makeServices();
  await makeChange(services, async (change) => {
    await seedDemo(change, 2, 'hash');
    await removeDemo(change);
  });

  expect(await isDemoWanted(services)).toBe(false);
});

test.each([
  [{ DEMO: 'on', NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' }, true],
  [{ DEMO: 'off' }, false],
  [{ NODE_ENV: 'production', PAYPAL_ENVIRONMENT: 'practice' }, false],
  [{ PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b' }, false],
])('under %j it is %s', async (settings, isWanted) => {
  const services = await makeServices({ settings });

  expect(await isDemoWanted(services)).toBe(isWanted);
});

test('a demo is continued until its files, its orders and their pictures are there', async () => {
  const services = await makeServices();
  const { database, env } = services;
  const oldest = demoProducts(null).slice(-4);
  const steps: boolean[] = [];
  const step = async (work: () => Promise<unknown>) => {
    await work();
    steps.push(await isDemoComplete(services));
  };

  await step(() => makeChange(services, (change) => seedDemo(change, null, 'hash')));
  await step(() =>
    database.write((tx) => tx.updateTable('productFiles').set({ sha256: 'a' }).execute()),
  );
  expect(await isDemoComplete({ database, env: { ...env, demoDesigns: 112 } })).toBe(true);
  await step(async () => {
    await seedOrders(services, oldest);
    const productId = demoProductId(oldest[0]?.slug ?? '');
    const picture = { hash: 'b'.repeat(64), width: 1200, height: 1200, color: '#f4c430' };
    await database.write((tx) =>
      tx
        .insertInto('productImages')
        .values({ id: 'c'.repeat(24), productId, position: 0, ...picture })
        .execute(),
    );
  });
  await step(() => illustrateOrders(services));

  expect(steps).toEqual([false, false, false, true]);
});

test.each([
  ['goes on', {}, 1],
  ['ends under DEMO=off', { DEMO: 'off' }, 0],
])('the drawing of a half-drawn demo %s', async (_, settings, started) => {
  const services = await makeServices({ settings: { DEMO_DESIGNS: '2', ...settings } });
  await makeChange(services, (change) => seedDemo(change, 2, 'hash'));
  const draw = vi.fn(() => Object.assign(new EventEmitter(), { kill: () => true }));

  await startDemo(services, () => {}, draw);

  expect(draw).toHaveBeenCalledTimes(started);
});

test('drawing goes on while the catalogue can’t be refreshed', async () => {
  const services = await makeServices({ settings: { DEMO: 'on', DEMO_DESIGNS: '1' } });
  const drawing = Object.assign(new EventEmitter(), { kill: () => true });
  const onProgress = vi.fn();
  await startDemo(services, onProgress, () => drawing);
  vi.spyOn(services.catalogue, 'refresh').mockRejectedValue(new Error('away'));
  const logged = vi.spyOn(services.log, 'error');

  drawing.emit('message', { designs: { drawn: 1, total: 1 }, buyable: 0 });

  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(onProgress).toHaveBeenCalledOnce();
});
