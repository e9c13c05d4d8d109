import { expect, test } from 'vitest';
import type { RequestContent } from '#offline/outbox/request-rules.ts';
import type { RequestFields } from '#offline/outbox/rows.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { fields, setUp, withPictures } from './custom-request-shop.ts';

const review = (part: Partial<RequestFields>): RequestContent => ({
  ...{ images: [], fields: { ...fields, designType: '', description: '', ...part } },
});

/** A device of somebody who bought a design. */
async function atBought() {
  const shop = await setUp();
  const { id: accountId, token } = await signUp(shop.services);
  const id = await addProduct(shop.services);
  await addOrder(shop.services, { accountId, productIds: [id] });
  shop.browser.signIn(accountId, token);
  const about = { kind: 'review', id } as const;
  const requests = await shop.browser.open().customRequests();
  const { read } = shop.services.database;
  const stored = () => read.selectFrom('reviews').select(['stars', 'text', 'upload']).execute();
  const send = async (content: RequestContent) => {
    await requests.write(content, about);
    const opId = await requests.queueMessage({ about, content, saved: content });
    return requests.sendMessage(opId ?? '', { pressed: true });
  };
  return { ...shop, about, requests, stored, send };
}

test('a review is sent later, once, if the network lost the answer', async () => {
  const { browser, requests, stored, send, setFault } = await atBought();
  const images = (await withPictures()).images.slice(0, 1);
  setFault('unheard');
  const left = await send({ ...review({ stars: '4', description: 'Soft.' }), images });
  expect(left).toMatchObject({ state: 'waiting' });
  const [first] = await stored();
  setFault('none');
  // Another page, after the browser was closed.
  await (await browser.open().customRequests()).send({ pressed: true });
  expect(await stored()).toEqual([{ stars: 4, text: 'Soft.', upload: first?.upload }]);
  expect(await requests.send({ pressed: true })).toBeNull();
});

test('changes of a review arrive in their order, and taking it back last', async () => {
  const { about, requests, stored, send, setFault, browser } = await atBought();
  await send(review({ stars: '1' }));
  setFault('lost');
  await send(review({ stars: '2' }));
  // The clock is set back.
  browser.clock.move(-3_600_000);
  await send(review({ stars: '3' }));
  setFault('none');
  await requests.send({ pressed: true });
  expect(await stored()).toMatchObject([{ stars: 3 }]);
  setFault('lost');
  await send(review({ stars: '5' }));
  await requests.write(review({ stars: '2', description: 'Half a' }), about);
  await requests.queueTakeBack(about);
  setFault('none');
  await requests.send({ pressed: true });
  expect(await stored()).toEqual([]);
  expect((await requests.draft(about))?.fields.description).toBe('Half a');
});

test('a review that the shop refuses stays where its buyer sees it', async () => {
  const { services, about, requests, send } = await atBought();
  await services.database.write((tx) =>
    tx.updateTable('orderItems').set({ revokedAt: '2026-01-01' }).execute(),
  );
  const left = await send(review({ stars: '4', description: 'Soft.' }));
  expect(left).toMatchObject({ state: 'refused', problem: { code: 'FORBIDDEN' } });
  await requests.reopen(left?.opId ?? '');
  expect((await requests.draft(about))?.fields).toMatchObject({ stars: '4', description: 'Soft.' });
});

test('is no custom request and no message, and none of them has its draft', async () => {
  const { about, requests } = await atBought();
  await requests.write(review({ stars: '4' }), about);
  expect(await requests.draft()).toBeNull();
  expect(await requests.draft({ kind: 'design', id: about.id })).toBeNull();
});
