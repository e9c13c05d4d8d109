import { beforeAll, expect, test } from 'vitest';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { type FilledStudio, fillStudio } from '#tests/support/filled-studio.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

let studio: FilledStudio;
let orderNumber: string;

beforeAll(async () => {
  studio = await fillStudio();
  const { app, mia, orders, people } = studio;
  const { orderId, itemId } = orders.revoked;
  const cookie = mia.cookie;
  await callStudio(app, 'revokeItem', {
    cookie,
    params: { orderId, itemId },
    body: { isRevoked: true },
  });
  await callStudio(app, 'signOutBuyer', { cookie, params: { buyerId: people.buyerId } });
  ({ orderNumber } = (await callStudio(app, 'order', { cookie, params: { orderId } })).answer);
});

async function log(query: Partial<Record<keyof StudioCallInput<'auditLines'>['query'], string>>) {
  const { app, mia } = studio;
  return (await callStudio(app, 'auditLines', { cookie: mia.cookie, query: query as never }))
    .answer;
}

test('names what an action was done to, and its screen', async () => {
  const { items } = await log({});
  const subjectOf = (action: string) => items.find((line) => line.action === action)?.subject;

  expect(subjectOf('revoked a download')).toMatchObject({
    kind: 'order',
    id: studio.orders.revoked.orderId,
    name: expect.stringContaining(orderNumber),
  });
  expect(subjectOf('signed a buyer out')).toMatchObject({
    kind: 'buyer',
    id: studio.people.buyerId,
    name: expect.stringContaining('@'),
  });
  expect(subjectOf('created a coupon')).toMatchObject({ kind: 'coupon', name: 'SPRING' });
  expect(subjectOf('uploaded an import file')).toMatchObject({ name: 'products.csv' });
  expect(subjectOf('started a bulk change')).toMatchObject({
    kind: 'bulk change',
    id: studio.designs.doneChangeId,
    name: 'Mark as favourites',
  });
  expect(subjectOf('replaced a file')).toMatchObject({ kind: 'design', id: studio.designs.filed });
  expect(subjectOf('accepted the invitation')).toMatchObject({ kind: 'staff member' });
  expect(subjectOf('changed the settings')).toBeNull();
});

test('is filtered by person, by kind and by action', async () => {
  const all = await log({});
  const mia = all.actors.find(({ name }) => name === studioEmail);
  const actionsOf = ({ items }: typeof all) => [...new Set(items.map(({ action }) => action))];

  const hers = await log({ actor: mia?.id ?? '' });
  const terminal = await log({ actor: 'terminal' });

  expect(new Set(hers.items.map(({ actor }) => actor))).toEqual(new Set([studioEmail]));
  expect(new Set(terminal.items.map(({ actor }) => actor))).toEqual(new Set(['terminal']));
  expect(hers.total).toBeLessThan(all.total);
  expect(actionsOf(await log({ kind: 'coupons' }))).toEqual(['created a coupon']);
  expect(actionsOf(await log({ action: 'accepted the invitation' }))).toEqual([
    'accepted the invitation',
  ]);
  expect((await log({ kind: 'coupons', actor: 'terminal' })).total).toBe(0);
});

test('is searched by name, number, code and value', async () => {
  const actions = async (search: string) =>
    (await log({ search })).items.map(({ action }) => action);

  expect(await actions(orderNumber.slice(-6))).toEqual(['revoked a download']);
  expect(await actions('spri')).toEqual(['created a coupon']);
  expect(await actions('b.pdf')).toEqual(['replaced a file']);
  expect(await actions('leaving@')).toContain('accepted the invitation');
  expect(await actions('revoked')).toEqual(['revoked a download']);
  expect(await actions('%')).toEqual([]);
});
