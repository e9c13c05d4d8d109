import fc from 'fast-check';
import type { Hono } from 'hono';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addCollection } from '#tests/support/add-collection.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { goBackTo } from '#tests/support/go-back.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** A process of a shop, with what it has read of the database. */
interface Process {
  readonly services: TestServices;
  readonly app: Hono;
}

let services: TestServices;
let running: Process;
let ids: readonly string[];

/** Another process on the same database, started now. */
async function startAnother(): Promise<Process> {
  const { clientId, sdkUrl, isPractice } = services.gateway;
  const catalogue = await openCatalogue(services.database, { clientId, sdkUrl, isPractice });
  const other = { ...services, catalogue };
  return { services: other, app: createApp(other) };
}

type Changed = { readonly price: number } | { readonly status: 'published' | 'retired' };

const change = (id = '', changed: Changed) =>
  makeChange(services, async (made) => {
    await made.tx.updateTable('products').set(changed).where('id', '=', id).execute();
    await recordCatalogueChange(made, [id]);
  });

const look = ({ services: { catalogue } }: Process) => catalogue.refresh();

/** What a device has of the catalogue: each design's price. */
class Device {
  cursor = '0';
  readonly prices = new Map<string, number>();

  /** Asks for what changed, as the worker does each minute. True: it was told to fetch the snapshot. */
  async follow({ app }: Process): Promise<boolean> {
    const query = { since: this.cursor };
    const { answer } = await call(app, 'productsChanges', { query });
    const taken = answer.isReset ? (await call(app, 'products', {})).answer : answer;
    if (answer.isReset) this.prices.clear();
    for (const { _id, price } of taken.products) this.prices.set(_id, price);
    for (const id of answer.removed) this.prices.delete(id);
    this.cursor = taken.cursor;
    return answer.isReset;
  }
}

/** What the database has, as a device would know it. */
async function published(): Promise<ReadonlyMap<string, number>> {
  const products = services.database.read.selectFrom('products').select(['id', 'price']);
  const rows = await products.where('status', '=', 'published').execute();
  return new Map(rows.map(({ id, price }) => [id, price / 100]));
}

beforeEach(async () => {
  services = await makeServices({ shop: paperShop() });
  ids = [await addProduct(services), await addProduct(services), await addProduct(services)];
  await services.catalogue.refresh();
  running = { services, app: createApp(services) };
});

describe.each([0, 1, 2, 3])('after two lost changes and %i new ones', (fresh) => {
  let device: Device;
  /** Knows none of the lost changes. */
  let other: Device;

  beforeEach(async () => {
    device = new Device();
    other = new Device();
    await device.follow(running);
    await other.follow(running);
    const goBack = await goBackTo(services.database);
    await change(ids[0], { price: 7700 });
    await change(ids[1], { status: 'retired' });
    await look(running);
    await device.follow(running);
    await goBack();
    for (let made = 0; made < fresh; made += 1) await change(ids[2], { price: 100 * (made + 1) });
  });

  it('the running shop shows what the database has, and a device gets the snapshot', async () => {
    await look(running);

    expect(await device.follow(running)).toBe(true);
    expect(device.prices).toEqual(await published());
    expect(await device.follow(running)).toBe(false);
  });

  it('a device gets the snapshot from a shop that was started since', async () => {
    const started = await startAnother();

    expect(await device.follow(started)).toBe(true);
    expect(device.prices).toEqual(await published());
  });

  it('a device that knows none of them gets the new ones only', async () => {
    await look(running);

    expect(await other.follow(running)).toBe(false);
    expect(other.prices).toEqual(await published());
  });
});

test('a shop looks before it answers a device that knows what another shop has seen', async () => {
  const goBack = await goBackTo(services.database);
  await change(ids[0], { price: 7700 });
  await look(running);
  await goBack();
  await change(ids[1], { price: 300 });
  const other = await startAnother();
  const device = new Device();
  await device.follow(other);

  expect(await device.follow(running)).toBe(false);
  expect(device.prices).toEqual(await published());
  expect(running.services.catalogue.cursor).toBe(other.services.catalogue.cursor);
});

test('whatever else the shop tells buyers is what the database has', async () => {
  const buyer = await signUp(services);
  const kept = await addCollection(services, { slug: 'autumn', productIds: [...ids] });
  await look(running);
  const answers = async ({ app }: Process) => ({
    ...(await call(app, 'customStatus', {})).answer,
    collections: (await call(app, 'collections', {})).answer,
    settings: (await call(app, 'shopSettings', {})).answer,
    register: (await call(app, 'licenceRegister', {})).answer,
    found: (await call(app, 'productsSearch', { query: { query: 'vixen' } })).answer.total,
    page: await (await app.request(`/product-details/${ids[0]}`)).text(),
  });
  const before = await answers(running);
  const goBack = await goBackTo(services.database);
  await change(ids[0], { price: 7700 });
  await addProduct(services, { title: 'Fox' });
  await addOrder(services, { accountId: buyer.id, productIds: [`${ids[1]}`] });
  await makeChange(services, async (made) => {
    const { tx } = made;
    await tx.updateTable('orderItems').set({ revokedAt: services.clock().toISOString() }).execute();
    await tx.updateTable('collections').set({ name: 'Winter' }).where('id', '=', kept).execute();
    await writeSetting(made, 'synonyms', [['fox', 'vixen']]);
    await writeSetting(made, 'customStatus', 'On');
    await recordCatalogueChange(made, null);
  });
  await look(running);
  const lost = await answers(running);
  for (const name of Object.keys(before) as (keyof typeof before)[]) {
    if (name !== 'settings') expect(lost[name], name).not.toEqual(before[name]);
  }

  await goBack();
  await look(running);

  expect(await answers(running)).toEqual(before);
});

test('the number of a change, as earlier versions gave it to devices, is unknown', async () => {
  const device = new Device();
  for (const cursor of ['1', '2', '3', '4', '999999999999999']) {
    device.cursor = cursor;
    expect(await device.follow(running), cursor).toBe(true);
    expect(device.prices).toEqual(await published());
  }
});

test('whatever is lost, and whoever looks when, all devices have what the database has', async () => {
  const design = fc.nat(2);
  const one = fc.nat(1);
  const step = fc.oneof(
    fc.tuple(fc.constant('price' as const), design),
    fc.tuple(fc.constant('status' as const), design),
    fc.tuple(fc.constant('look' as const), one),
    fc.tuple(fc.constant('restart' as const), one),
    fc.tuple(fc.constant('follow' as const), one),
    fc.tuple(fc.constant('remember' as const), one),
    fc.tuple(fc.constant('go back' as const), one),
  );
  const steps = fc.array(step, { minLength: 5, maxLength: 25 });
  let price = 1000;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const processes = [running, await startAnother()];
      const devices = [new Device(), new Device()];
      let goBack = await goBackTo(services.database);
      for (const [kind, which] of all) {
        const process = processes[which] ?? running;
        price += 100;
        if (kind === 'price') await change(ids[which], { price: price });
        if (kind === 'status') {
          const isShown = (await published()).has(`${ids[which]}`);
          await change(ids[which], { status: isShown ? 'retired' : 'published' });
        }
        if (kind === 'look') await look(process);
        if (kind === 'restart') processes[which] = await startAnother();
        if (kind === 'follow')
          await devices[which]?.follow(processes[price % 200 ? 1 : 0] ?? running);
        if (kind === 'remember') goBack = await goBackTo(services.database);
        if (kind === 'go back') await goBack();
      }
      for (const process of processes) await look(process);
      for (const device of devices) {
        await device.follow(processes[0] ?? running);
        expect(device.prices).toEqual(await published());
        expect(await device.follow(processes[1] ?? running)).toBe(false);
      }
    }),
    { numRuns: 12 },
  );
});
