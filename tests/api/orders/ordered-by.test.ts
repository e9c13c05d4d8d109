import { expect, test } from 'vitest';
import { addColleague } from '#tests/support/add-colleague.ts';
import { call } from '#tests/support/call.ts';
import { customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

test('an order says which colleague placed it, to the account and to the studio', async () => {
  const shop = await openPaymentShop();
  const { app, services, buyer } = shop;
  const { token } = await addColleague(services, buyer.id);
  const { cookie } = await joinStudio(app, services);
  const body = { customerDetails: customer };
  await shop.fillCart(await shop.addDesign());
  const { orderId } = (await call(app, 'checkout', { body, token })).answer;
  const told = async (signed: string) => {
    const query = { page: '1', limit: '10' };
    const { answer } = await call(app, 'orders', { query, token: signed });
    return answer.orders.find(({ _id }) => _id === orderId)?.orderedBy;
  };
  const toStudio = async () =>
    (await callStudio(app, 'order', { cookie, params: { orderId } })).answer.orderedBy;

  expect([await told(buyer.token), await told(token), await toStudio()]).toEqual([
    ...['Bea Moss', 'Bea Moss', 'Bea Moss'],
  ]);
  // The same order, placed again.
  await call(app, 'checkout', { body, token: buyer.token });
  expect([await told(buyer.token), await toStudio()]).toEqual([undefined, undefined]);
  await call(app, 'checkout', { body, token });
  await services.database.write((tx) => tx.deleteFrom('colleagues').execute());
  expect([await told(buyer.token), await toStudio()]).toEqual([
    ...['A former colleague', 'A former colleague'],
  ]);
});
