import { beforeAll, expect, test } from 'vitest';
import { linesSearched } from '#contract/studio/audit.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { mostCounted, studioPageSize } from '#contract/studio/list.ts';
import { chunk } from '#contract/wire/chunk.ts';
import { type FilledStudio, fillStudio } from '#tests/support/filled-studio.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { studioEmail } from '#tests/support/studio-person.ts';

let studio: FilledStudio;
let orderNumber: string;
let buyerEmail: string;

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
  const params = { buyerId: people.buyerId };
  buyerEmail = (await callStudio(app, 'buyer', { cookie, params })).answer.email;
});

async function log(query: Partial<Record<keyof StudioCallInput<'auditLines'>['query'], string>>) {
  const { app, mia } = studio;
  return (await callStudio(app, 'auditLines', { cookie: mia.cookie, query: query as never }))
    .answer;
}

test('names what an action was done to, and its screen', async () => {
  const { items } = await log({});
  const subjectOf = (action: string) => items.find((line) => line.action === action)?.subject;

  expect(subjectOf('download.revoked')).toMatchObject({
    kind: 'order',
    id: studio.orders.revoked.orderId,
    name: expect.stringContaining(orderNumber),
  });
  expect(subjectOf('buyer.signed_out')).toMatchObject({
    kind: 'buyer',
    id: studio.people.buyerId,
    name: expect.stringContaining('@'),
  });
  expect(subjectOf('coupon.created')).toMatchObject({ kind: 'coupon', name: 'SPRING' });
  expect(subjectOf('import.uploaded')).toMatchObject({ name: 'products.csv' });
  expect(subjectOf('bulk_change.started')).toMatchObject({
    kind: 'bulk change',
    id: studio.designs.doneChangeId,
    name: 'Mark as favourites',
  });
  expect(subjectOf('file.replaced')).toMatchObject({ kind: 'design', id: studio.designs.filed });
  expect(subjectOf('staff.joined')).toMatchObject({ kind: 'staff member' });
  expect(subjectOf('settings.changed')).toBeNull();
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
  expect(actionsOf(await log({ kind: 'coupons' }))).toEqual(['coupon.created']);
  expect(actionsOf(await log({ action: 'staff.joined' }))).toEqual(['staff.joined']);
  expect((await log({ kind: 'coupons', actor: 'terminal' })).total).toBe(0);
});

test('is searched by name, number, code and value', async () => {
  const actions = async (search: string) =>
    (await log({ search })).items.map(({ action }) => action);

  expect(await actions(orderNumber.slice(-6))).toEqual(['download.revoked']);
  expect(await actions('spri')).toEqual(['coupon.created']);
  expect(await actions('b.pdf')).toEqual(['file.replaced']);
  const [replaced] = (await log({ action: 'file.replaced' })).items;
  expect(await actions(replaced?.subject?.name.slice(1) ?? '')).toContain('file.replaced');
  expect(await actions('leaving@')).toContain('staff.joined');
  expect(await actions('revoked')).toEqual(['download.revoked']);
  expect(await actions(buyerEmail)).toContain('buyer.signed_out');
  expect(await actions('%')).toEqual([]);
});

test('is searched a part at a time, and says how far back', async () => {
  const { services, app, cookie } = await shopWithOwner();
  const line = (after: string) => ({
    at: '2026-01-02T03:04:05.000Z',
    actorId: 'terminal',
    subjectId: 'x',
    before: null,
    action: 'design.price_changed',
    after,
  });
  const lines = [
    ...['{"sku":"needle 1"}', '{"sku":"needle 2"}'].map(line),
    ...Array.from({ length: linesSearched - 1 }, () => line('{"sku":"hay"}')),
  ];
  await services.database.write(async (tx) => {
    for (const some of chunk(lines, 500)) {
      await tx.insertInto('auditLines').values(some).execute();
    }
  });
  const found = async (query: object) => {
    const all = { action: 'design.price_changed', search: 'needle', ...query };
    const { answer } = await callStudio(app, 'auditLines', { cookie, query: all });
    return { found: answer.items.map(({ after }) => after?.sku), to: answer.searchedTo };
  };

  const first = await found({});
  const next = await found({ olderThan: String(first.to?.id) });

  expect(first.found).toEqual(['needle 2']);
  expect(first.to?.at).toBe('2026-01-02T03:04:05.000Z');
  expect(next).toEqual({ found: ['needle 1'], to: null });
  expect((await found({ search: '' })).to).toBeNull();
});

test('of more lines than are counted goes on page by page to its end', async () => {
  const { services, app, cookie } = await shopWithOwner();
  const line = {
    at: '2026-01-02T03:04:05.000Z',
    actorId: 'terminal',
    action: 'design.price_changed',
  };
  await services.database.write(async (tx) => {
    for (let at = 0; at < mostCounted + 60; at += 1006) {
      const lines = Array.from({ length: 1006 }, () => ({ ...line, subjectId: 'x' }));
      await tx.insertInto('auditLines').values(lines).execute();
    }
  });
  const page = async (number: number) => {
    const query = { action: line.action, page: String(number) };
    const { answer } = await callStudio(app, 'auditLines', { cookie, query });
    const { items, total, totalPages, isCounted } = answer;
    return { rows: items.length, total, totalPages, isCounted };
  };
  const known = mostCounted / studioPageSize;

  expect(await page(1)).toEqual({
    rows: 50,
    total: mostCounted,
    totalPages: known,
    isCounted: false,
  });
  expect(await page(known)).toEqual({
    rows: 50,
    total: mostCounted + 1,
    totalPages: known + 1,
    isCounted: false,
  });
  expect(await page(known + 2)).toEqual({
    rows: 10,
    total: 10_060,
    totalPages: known + 2,
    isCounted: true,
  });
  expect((await page(known + 3)).rows).toBe(0);
});
