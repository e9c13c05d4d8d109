import { expect, test } from 'vitest';
import { fileMessages } from '#contract/studio/files.ts';
import { inParts, openCommissionShop } from '#tests/support/commission-shop.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** The files of a custom design that its buyer accepted before paying the rest. */

const params = { fileId: 'f'.repeat(24) };

async function openDelivered() {
  const made = await openCommissionShop(inParts);
  const { app, services } = made.shop;
  await made.pay({ part: 'deposit' });
  await made.deliver();
  const { cookie } = await joinStudio(app, services);
  return { ...made, app, database: services.database, cookie };
}

test('can’t be deleted any more', async () => {
  const made = await openDelivered();
  await made.move('accept', 'buyer');

  const { problem } = await studioRefused(made.app, 'deleteFile', { params, cookie: made.cookie });

  expect(problem.message).toBe(fileMessages.bought);
});

test('can be deleted before', async () => {
  const { app, cookie, database } = await openDelivered();

  await callStudio(app, 'deleteFile', { params, cookie });

  expect(await database.read.selectFrom('productFiles').select('id').execute()).toEqual([]);
});

test('are there, or the rest isn’t taken', async () => {
  const made = await openDelivered();
  await made.move('accept', 'buyer');
  const order = await made.checkout({ part: 'rest' });
  await made.shop.approve(order.paypalOrderId);
  await made.database.write((tx) => tx.deleteFrom('productFiles').execute());

  await made.shop.capture(order.orderId);

  expect(made.shop.capturesOf(order.paypalOrderId)).toBe(0);
  expect(await made.refusal({ part: 'rest' })).toEqual({ status: 409, code: 'CONFLICT' });
});
