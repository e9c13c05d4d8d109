import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import type { CommissionState } from '#contract/shop/commission-states.ts';
import type { BoardColumn, CommissionStatus } from '#contract/studio/commissions.ts';
import { addRequest } from '#tests/support/add-request.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio } from '#tests/support/studio-call.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner());
});

const list = async (column: BoardColumn, page = '1') =>
  (await callStudio(app, 'deskRequests', { cookie, query: { column, page } })).answer;

async function add(
  state: CommissionState,
  status: CommissionStatus,
  dueAt: string | null = null,
): Promise<string> {
  services.pass(1000);
  const id = await addRequest(services, { state });
  await services.database.write((tx) =>
    tx.updateTable('customRequests').set({ status, dueAt }).where('id', '=', id).execute(),
  );
  return id;
}

test('each state is in one column, and the counts of all come with each', async () => {
  const states = [
    ['received', 'open', 'studio'],
    ['paid', 'open', 'studio'],
    ['changes_wanted', 'open', 'studio'],
    ['drawing', 'answered', 'drawing'],
    ['received', 'answered', 'buyer'],
    ['quoted', 'answered', 'buyer'],
    ['delivered', 'answered', 'buyer'],
    ['accepted', 'closed', 'done'],
    ['declined', 'closed', 'done'],
    ['expired', 'closed', 'done'],
    ['withdrawn', 'closed', 'done'],
    ['refunded', 'closed', 'done'],
    ['closed', 'closed', 'done'],
  ] as const;
  const ids: Record<BoardColumn, string[]> = { studio: [], drawing: [], buyer: [], done: [] };
  for (const [state, status, column] of states) ids[column].push(await add(state, status));

  for (const column of ['studio', 'drawing', 'buyer', 'done'] as const) {
    const { items, total, counts } = await list(column);
    expect(items.map(({ _id }) => _id).toSorted()).toEqual(ids[column].toSorted());
    expect(total).toBe(ids[column].length);
    expect(counts).toEqual({ studio: 3, drawing: 1, buyer: 3, done: 6 });
  }
});

test('what is due first is on top, then what was received first; what is done comes newest first', async () => {
  const first = await add('received', 'open');
  const later = await add('paid', 'open', '2026-04-10T00:00:00.000Z');
  const soon = await add('changes_wanted', 'open', '2026-04-02T00:00:00.000Z');
  const second = await add('received', 'open');
  const old = await add('closed', 'closed', '2026-04-01T00:00:00.000Z');
  const recent = await add('declined', 'closed');

  expect((await list('studio')).items.map(({ _id }) => _id)).toEqual([soon, later, first, second]);
  expect((await list('done')).items.map(({ _id }) => _id)).toEqual([recent, old]);
});

test('a column has pages, with each request on one of them', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 51; count++) ids.push(await add('quoted', 'answered'));

  const [one, two] = [await list('buyer'), await list('buyer', '2')];

  expect([one.totalPages, one.items.length, two.items.length]).toEqual([2, 50, 1]);
  expect([...one.items, ...two.items].map(({ _id }) => _id)).toEqual(ids);
});
