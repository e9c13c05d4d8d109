import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '#api/session.ts';
import { announceRefused } from '#app/announce-refused.ts';
import type { User } from '#contract/shop/account.ts';
import type { Device } from '#offline/device.ts';
import type { RefusedOp } from '#offline/outbox/rows.ts';
import { toastQueue } from '#ui/toast.ts';

const op: RefusedOp = {
  opId: 'op-1',
  kind: 'removeFromCart',
  productId: 'a',
  snapshot: null,
  problem: { status: 404, code: 'NOT_FOUND', message: '' },
  refusedAt: '2026-03-01T09:00:00.000Z',
};
const retried: RefusedOp[] = [];
const device = {
  retryRefused: async (again: RefusedOp) => {
    retried.push(again);
    return 'op-2';
  },
} as Partial<Device> as Device;

const shown = () => toastQueue.get().filter(({ isLeaving }) => !isLeaving);

function signIn(_id: string): void {
  session.setUser({ _id, status: 'approved' } as User, 'token');
}

beforeEach(() => {
  for (const { id } of toastQueue.get()) toastQueue.dismiss(id);
});

test('removes the offer to try again when its account is left', () => {
  signIn('ann');
  announceRefused(device, op, 'ann');
  expect(shown().map(({ id }) => id)).toEqual(['op-1']);
  const [toast] = shown();

  signIn('bob');
  expect(shown()).toEqual([]);
  toast?.action?.onPress();
  expect(retried).toEqual([]);
});

test('does not offer another account to try again', () => {
  signIn('bob');
  announceRefused(device, op, 'ann');

  expect(shown()).toEqual([]);
});

test('does not say that a count was counted again which was tried again elsewhere', async () => {
  signIn('ann');
  const counted: RefusedOp = {
    ...op,
    opId: 'op-3',
    kind: 'countSold',
    sold: { licenceId: 'licence', title: 'Foxes', delta: 5 },
  };
  announceRefused({ ...device, retryRefused: async () => null }, counted, 'ann');

  shown()[0]?.action?.onPress();

  await vi.waitFor(() =>
    expect(shown().map(({ text }) => text)).toContain(
      'This count was already tried again or dismissed.',
    ),
  );
  expect(shown().map(({ text }) => text)).not.toContain('Counted again.');
});
