import { expect, test } from 'vitest';
import type { StaffRole } from '#contract/studio/call.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { notifyStudio } from '#server/staff/notifications/notify-studio.ts';
import { menuFor, openTasks } from '#studio/app/menu.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { sendForm, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { endpointOf, pushKeys, sendStaffPushes } from '#tests/support/pushes.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { askedReset } from '#tests/support/staff-reset.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** A studio with two buyers, an order, a custom request and a forgotten password that wait. */
async function setUp(role: StaffRole) {
  const services = await makeServices({ limitFactor: 1000 });
  const app = createApp(services);
  await setStatus(services, 'On');
  await joinStudio(app, services);
  await joinStudio(app, services, 'forgetful@studio.example');
  await askedReset(app, services, 'forgetful@studio.example');
  await signUp(services, { status: 'pending', email: 'first@shop.example' });
  await signUp(services, { status: 'pending', email: 'second@shop.example' });
  const { id: accountId } = await signUp(services, { email: 'buyer@shop.example' });
  const productIds = [await addProduct(services)];
  await addOrder(services, { accountId, productIds, state: 'review' });
  expect((await sendForm(app)).status).toBe(200);
  const { cookie } = await joinStudio(app, services, 'asking@studio.example', role);
  return { services, app, cookie };
}

test.each([
  ['owner', { buyers: 2, orders: 1, customs: 1, threads: 0, designReviews: 0, resets: 1 }],
  ['editor', { buyers: 2, orders: 1, customs: 1, threads: 0, designReviews: 0, resets: 0 }],
] as const)('an %s’s menu counts only what they may do', async (role, counts) => {
  const { app, cookie } = await setUp(role);

  expect((await callStudio(app, 'waiting', { cookie })).answer).toEqual(counts);
});

test.each(['owner', 'editor'] as const)(
  'the badge of an %s is the number of open tasks in their menu, in the studio and with a push',
  async (role) => {
    const { services, app, cookie } = await setUp(role);
    const body = { endpoint: endpointOf('phone'), keys: pushKeys, name: 'phone' };
    await callStudio(app, 'addPushDevice', { cookie, body });
    const notice = { kind: 'order', subjectId: 'one', title: 'An order', path: '/' } as const;
    const letter = { subject: 's', text: 't', html: 'h' };
    await makeChange(services, (change) =>
      notifyStudio(change, services.env, { ...notice, letter }),
    );

    const { answer } = await callStudio(app, 'waiting', { cookie });
    const [push] = await sendStaffPushes(services);

    const inMenu = menuFor(role).map(({ waiting }) => (waiting ? answer[waiting] : 0));
    const sum = inMenu.reduce((total, count) => total + count, 0);
    expect(openTasks(role, answer)).toBe(sum);
    expect(push?.message.waiting).toBe(sum);
    expect(sum).toBe(role === 'owner' ? 5 : 4);
  },
);

test('a demoted person’s badge leaves out what their menu no longer shows', () => {
  const counts = { buyers: 2, orders: 1, customs: 1, threads: 0, designReviews: 0, resets: 5 };
  expect(openTasks('editor', counts)).toBe(4);
});
