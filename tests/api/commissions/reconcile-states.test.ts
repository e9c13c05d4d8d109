import { beforeEach, expect, test } from 'vitest';
import type { CommissionState } from '#contract/shop/commission-states.ts';
import type { CommissionStatus } from '#contract/studio/commissions.ts';
import { reconcileStates } from '#server/commissions/reconcile-states.ts';
import { transition } from '#server/commissions/transition.ts';
import { runRetention } from '#server/operations/retention.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

const day = 86_400_000;
let services: TestServices;

beforeEach(async () => {
  services = await makeServices();
});

/** A request in this state that a process of the version before moved: it writes only `status` and `closedAt`. */
async function movedBefore(state: CommissionState, status: CommissionStatus): Promise<string> {
  const id = await addRequest(services, { state });
  const closedAt = status === 'closed' ? services.clock().toISOString() : null;
  await services.database.write((tx) =>
    tx.updateTable('customRequests').set({ status, closedAt }).where('id', '=', id).execute(),
  );
  return id;
}

const rowOf = (id: string) =>
  services.database.read
    .selectFrom('customRequests')
    .select(['state', 'status', 'closedAt'])
    .where('id', '=', id)
    .executeTakeFirst();

test.each([
  ['received', 'closed', 'closed', 'closed'],
  ['closed', 'open', 'received', 'open'],
  ['closed', 'answered', 'received', 'answered'],
  ['drawing', 'closed', 'drawing', 'answered'],
  ['paid', 'closed', 'paid', 'open'],
  ['declined', 'open', 'declined', 'closed'],
  ['quoted', 'open', 'quoted', 'open'],
] as const)(
  'a request that was %s and %s for the version before becomes %s and %s',
  async (state, status, wantedState, wantedStatus) => {
    const id = await movedBefore(state, status);

    await reconcileStates(services);

    const isClosed = wantedStatus === 'closed';
    expect(await rowOf(id)).toEqual({
      state: wantedState,
      status: wantedStatus,
      closedAt: isClosed ? services.clock().toISOString() : null,
    });
  },
);

test('a request that the version before closed can be opened again, and is deleted a year later', async () => {
  const id = await movedBefore('received', 'closed');
  const other = await movedBefore('received', 'closed');
  await reconcileStates(services);
  services.pass(day);

  await makeChange(services, (change) =>
    transition(change, id, 'reopen', { staffId: 'a'.repeat(24) }),
  );
  services.pass(364.5 * day);
  await runRetention(services);

  expect(await rowOf(other)).toBeUndefined();
  // A year counts from its last move.
  expect(await rowOf(id)).toMatchObject({ state: 'received' });
  services.pass(day);
  await runRetention(services);
  expect(await rowOf(id)).toBeUndefined();
});

test('a finished commission is kept for a year after it was accepted, however long it took', async () => {
  const id = await addRequest(services, { state: 'delivered' });
  services.pass(400 * day);
  await runRetention(services);
  await makeChange(services, (change) => transition(change, id, 'accept', 'buyer'));

  services.pass(365 * day);
  await runRetention(services);
  expect(await rowOf(id)).toMatchObject({ state: 'accepted' });
  services.pass(day);
  await runRetention(services);
  expect(await rowOf(id)).toBeUndefined();
});
