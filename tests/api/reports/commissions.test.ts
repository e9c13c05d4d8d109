import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import type { CommissionMove } from '#contract/shop/commission-states.ts';
import { forgetRequests } from '#server/commissions/forget-requests.ts';
import { runRetention } from '#server/operations/retention.ts';
import { addRequest } from '#tests/support/add-request.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner({
    settings: { TIME_ZONE: 'Pacific/Auckland' },
  }));
});

/** A request with these moves, each at its instant. */
async function moved(
  moves: readonly (readonly [CommissionMove, string])[],
  of: Parameters<typeof addRequest>[1] = {},
): Promise<void> {
  const requestId = await addRequest(services, of);
  const states = { fromState: 'received', toState: 'received', mover: 'shop' } as const;
  const rows = moves.map(([move, movedAt]) => ({ ...states, requestId, move, movedAt }));
  await services.database.write((tx) => tx.insertInto('commissionMoves').values(rows).execute());
}

async function table(of: 'exportTable' | 'reportTable', query = {}): Promise<string[]> {
  const params = { table: 'commissions' } as const;
  const response = await sendStudio(app, of, { cookie, params, query });
  return (await response.text()).trim().split('\r\n');
}

test('reports of custom requests what was quoted, accepted, delivered and refunded in a period', async () => {
  await moved([
    ['quote', '2026-02-01T09:00:00.000Z'],
    ['quote', '2026-02-02T09:00:00.000Z'],
    ['pay', '2026-02-03T09:00:00.000Z'],
    ['deliver', '2026-02-05T09:00:00.000Z'],
    ['askForChanges', '2026-02-06T09:00:00.000Z'],
    ['deliver', '2026-02-20T09:00:00.000Z'],
    ['accept', '2026-02-21T09:00:00.000Z'],
  ]);
  await moved([
    ['quote', '2026-01-30T09:00:00.000Z'],
    ['pay', '2026-01-30T09:00:00.000Z'],
    ['deliver', '2026-02-05T21:00:00.000Z'],
    ['refund', '2026-02-28T10:59:59.000Z'],
  ]);
  // In Auckland, it is March already.
  await moved([['quote', '2026-02-28T11:00:00.000Z']]);

  const query = { range: 'own', from: '2026-02-01', until: '2026-02-28' } as const;
  const { answer } = await callStudio(app, 'report', { cookie, query });
  expect(answer.commissions).toEqual({
    ...{ quoted: 1, accepted: 1, delivered: 2, refunded: 1 },
    ...{ medianDays: 4.3, longestDays: 6.5 },
  });
  expect(answer.before.commissions).toEqual({
    ...{ quoted: 1, accepted: 0, delivered: 0, refunded: 0 },
    ...{ medianDays: null, longestDays: null },
  });
  expect(await table('reportTable', query)).toEqual([
    'Custom requests,In this period,In the previous period',
    ...['Quoted,1,1', 'Accepted,1,0', 'Delivered,2,0'],
    ...['"Days to deliver, median",4.3,', '"Days to deliver, longest",6.5,', 'Refunded,1,0'],
  ]);
  expect(await table('exportTable')).toEqual([
    'Month,Quoted,Accepted,Delivered,"Days to deliver, median","Days to deliver, longest",Refunded',
    ...['2026-01,1,0,0,,,0', '2026-02,1,1,2,4.3,6.5,1', '2026-03,1,0,0,,,0'],
  ]);
  const { answer: data } = await callStudio(app, 'data', { cookie });
  expect(data.tables.commissions).toBe(3);
});

test('a yearly licence is accepted once it is paid, and refunded once it has ended', async () => {
  const quoted = ['quote', '2026-02-01T09:00:00.000Z'] as const;
  const paid = ['payLicence', '2026-02-02T09:00:00.000Z'] as const;
  await moved([quoted, paid, ['endLicence', '2026-03-05T09:00:00.000Z']]);
  await moved([quoted, paid]);

  const [, ...months] = await table('exportTable');
  expect(months).toEqual(['2026-02,2,2,0,,,0', '2026-03,0,0,0,,,1']);
});

test('deleted requests still count', async () => {
  const { id: accountId } = await signUp(services);
  const quoted = ['quote', '2026-02-01T09:00:00.000Z'] as const;
  await moved([quoted], { accountId });
  await moved([
    quoted,
    ['pay', '2026-02-03T09:00:00.000Z'],
    ['deliver', '2026-02-05T09:00:00.000Z'],
    ['accept', '2026-02-06T09:00:00.000Z'],
  ]);
  const closed = { state: 'accepted', closedAt: '2026-02-06T09:00:00.000Z' } as const;
  await services.database.write(async (tx) => {
    await tx.updateTable('customRequests').set(closed).where('accountId', 'is', null).execute();
    await forgetRequests(tx, accountId);
  });
  const before = await table('exportTable');
  services.pass(366 * 86_400_000);
  await runRetention(services);
  ({ cookie } = await joinStudio(app, services, 'later@studio.example'));

  expect(await services.database.read.selectFrom('customRequests').select('id').execute()).toEqual(
    [],
  );
  expect(before[1]).toBe('2026-02,2,1,1,2,2,0');
  expect(await table('exportTable')).toEqual(before);
});

test('a shop without custom requests has an empty table of them', async () => {
  expect(await table('exportTable')).toHaveLength(1);
  const { answer } = await callStudio(app, 'report', { cookie, query: {} });
  expect(answer.commissions).toMatchObject({ quoted: 0, medianDays: null });
});
