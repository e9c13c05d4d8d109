import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { forgetRequests } from '#server/commissions/forget-requests.ts';
import { runRetention } from '#server/operations/retention.ts';
import type { Database } from '#server/platform/database/open.ts';
import type { AppServices } from '#server/services.ts';
import { addRequest } from '#tests/support/add-request.ts';
import {
  type CommissionShop,
  inParts,
  openCommissionShop,
} from '#tests/support/commission-shop.ts';
import { created, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';

/** What retention leaves of custom requests. */

const day = 86_400_000;

async function left(services: AppServices) {
  await runRetention(services);
  const { read } = services.database;
  const requests = await read.selectFrom('customRequests').select('id').execute();
  const images = await read.selectFrom('customRequestImages').select('id').execute();
  return { requests: requests.map(({ id }) => id), images: images.length };
}

describe('an accepted one whose rest was never paid', () => {
  let made: CommissionShop;
  let services: AppServices;
  const write: Database['write'] = (work) => services.database.write(work);

  beforeEach(async () => {
    made = await openCommissionShop(inParts);
    ({ services } = made.shop);
    await made.pay({ part: 'deposit' });
    await made.deliver();
    await made.move('accept', 'buyer');
  });

  test('is kept as long as it can be paid', async () => {
    made.shop.pass(400 * day);
    expect((await left(services)).requests).toEqual([made.requestId]);

    const releasedAt = services.clock().toISOString();
    await write((tx) => tx.updateTable('orders').set({ releasedAt }).execute());
    expect((await left(services)).requests).toEqual([]);
  });

  test('is deleted after a year if its deposit was returned', async () => {
    const createdAt = services.clock().toISOString();
    const [order] = await services.database.read.selectFrom('orders').select('id').execute();
    const refund = {
      id: 'returned',
      orderId: order?.id ?? '',
      orderItemId: null,
      kind: 'refund',
      providerId: 'returned',
      amount: 4000,
      createdAt,
    } as const;
    await write((tx) => tx.insertInto('refunds').values(refund).execute());
    made.shop.pass(366 * day);

    expect((await left(services)).requests).toEqual([]);
  });

  test('is deleted after a year if its buyer has deleted the account', async () => {
    await write((tx) => forgetRequests(tx, made.shop.buyer.id));
    made.shop.pass(366 * day);

    expect((await left(services)).requests).toEqual([]);
  });
});

test('one whose quote has expired keeps its pictures, since it may be quoted again', async () => {
  const services = await makeServices();
  const app = createApp(services);
  await setStatus(services, 'On');
  await created(app, { images: [await picture('jpeg')] });
  await services.database.write((tx) =>
    tx
      .updateTable('customRequests')
      .set({ status: 'closed', state: 'expired', closedAt: services.clock().toISOString() })
      .execute(),
  );
  services.pass(364 * day);
  expect(await left(services)).toMatchObject({ images: 1 });

  services.pass(2 * day);
  expect(await left(services)).toEqual({ requests: [], images: 0 });
});

test('one that the studio still writes about is kept for a year after its last reply', async () => {
  const services = await makeServices();
  await addRequest(services);
  const discussed = await addRequest(services);
  services.pass(300 * day);
  await services.database.write((tx) =>
    tx
      .insertInto('threads')
      .values({
        ...{ id: discussed, kind: 'request', requestId: discussed, name: '', email: '' },
        ...{ title: '', lastAt: services.clock().toISOString() },
      })
      .execute(),
  );
  services.pass(100 * day);
  const later = await left(services);
  services.pass(266 * day);

  expect(later.requests).toEqual([discussed]);
  expect((await left(services)).requests).toEqual([]);
});
