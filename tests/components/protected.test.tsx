import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '#contract/messages/messages.ts';
import type { User } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import type { ProblemCode } from '#contract/wire/problem.ts';
import { newUser, openShop, toastOf } from '#tests/support/open-shop.tsx';
import { Refusal } from '#tests/support/shop-at-fetch.ts';

const path = paths.myOrders.path;
const orders = page.getByRole('heading', { level: 1, name: 'My orders' });
const notApproved = toastOf(messages.access.notApproved);

/** Opens an area that needs approval with an account that this browser last saw waiting for it. */
function enter(me: (stored: User) => User | Promise<User>) {
  const user = newUser({ status: 'pending', approved: false });
  return openShop({
    path,
    user,
    prepare: ({ handlers }) => {
      handlers.me = async () => ({ success: true, user: await me(user) });
    },
  });
}

test('admits a buyer approved since the last visit once the shop says so, however late (R04)', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await enter(async (stored) => {
    asked.resolve();
    await answered.promise;
    return { ...stored, status: 'approved', approved: true };
  });
  await asked.promise;
  expect(location.pathname).toBe(path);

  answered.resolve();

  await expect.element(orders).toBeInTheDocument();
  expect(location.pathname).toBe(path);
  await expect.element(notApproved).toHaveLength(0);
});

test.each(['pending', 'rejected'] as const)(
  'sends a buyer who is %s home, and says why (R04)',
  async (status) => {
    await enter((stored) => ({ ...stored, status }));

    await expect.element(notApproved).toBeVisible();
    await expect.poll(() => location.pathname).toBe(paths.home.path);
  },
);

test('sends a buyer home whose shop doesn’t answer in time (R04)', async () => {
  await enter(() => new Promise(() => {}));

  await expect.element(notApproved, { timeout: 10_000 }).toBeVisible();
  await expect.poll(() => location.pathname).toBe(paths.home.path);
});

test('sends a buyer home who is offline (R04)', async () => {
  await openShop({
    path,
    user: newUser({ status: 'pending', approved: false }),
    prepare: (shop) => shop.setReachable(false),
  });

  await expect.element(notApproved).toBeVisible();
  await expect.poll(() => location.pathname).toBe(paths.home.path);
});

test.each<[ProblemCode, string]>([
  ['INTERNAL', paths.home.path],
  ['NOT_SIGNED_IN', paths.signIn.path],
])('leads away if the shop answers %s', async (code, to) => {
  await enter(() => {
    throw new Refusal(code);
  });

  await expect.poll(() => location.pathname).toBe(to);
  await expect.element(notApproved).toHaveLength(code === 'INTERNAL' ? 1 : 0);
});
