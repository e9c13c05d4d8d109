import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { leaveAccount } from '#app/leave-account.tsx';
import type { CommissionState } from '#contract/shop/commission-states.ts';
import { paths } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import { makeOwnRequest } from '#tests/support/make-own-request.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';

const question = page.getByRole('dialog', { name: 'Before you go' });
const { _id: requestId } = makeOwnRequest();

/** A buyer with changes of a delivered design begun, whose request is in this state at the shop by now. */
async function withChanges(state: CommissionState) {
  await openShop({
    path: paths.contact.path,
    user: newUser({}),
    prepare({ handlers }) {
      handlers.ownRequests = () => ({ requests: [makeOwnRequest({ state })] });
    },
  });
  const own = await device().ownRequests();
  await own.saveChangesDraft({ requestId, delivery: 1, note: 'Bluer', marks: [] }, true);
  return own;
}

test('a log-out doesn’t ask about changes of a design that was accepted meanwhile', async () => {
  await withChanges('accepted');
  expect(await leaveAccount(device(), 'logout')).toBeUndefined();
});

test('a log-out offers no sending of what only its owner can finish', async () => {
  await withChanges('delivered');
  const leaving = leaveAccount(device(), 'logout');
  await expect.element(question).toMatchTextContent('1 draft has not been sent yet.');
  await expect.element(question.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
  await question.getByRole('button', { name: 'Discard' }).click();
  expect(await leaving).toBeUndefined();
});

test('changes that were begun for the next version of a design stay', async () => {
  for (const state of ['changes_wanted', 'drawing'] as const) {
    const own = await withChanges(state);
    await own.refresh();
    expect(await own.changesDraft(requestId)).toMatchObject({ note: 'Bluer' });
  }
});

test('changes go once their request is over', async () => {
  for (const state of ['accepted', 'refunded', 'closed'] as const) {
    const own = await withChanges(state);
    await own.refresh();
    expect([await own.changesDraft(requestId), await device().countUnsent()]).toEqual([null, 0]);
  }
});
