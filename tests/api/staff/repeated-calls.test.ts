import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import { sendStudio } from '#tests/support/studio-call.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** Sends a valid request to every call that changes something, twice: the first answer may have been lost. */

/** Calls of which the second request is refused, or adds something, and why that is right. */
const different: Partial<Record<StudioCallName, string>> = {
  requestReset: 'each asks for a new e-mail',
  uploadImport: 'an import that isn’t started changes nothing',
  refundOrder: 'it says that there is nothing left to refund',
  refundCommission: 'it says that the request is refunded',
  closeRefund: 'it says that no refund is unconfirmed',
  endReview: 'it says that the order isn’t in review, and to reload',
  addFrontImage: 'it says that the picture is there',
  sendPart: 'it says where to go on',
  closeMonth: 'it says that the month is closed',
};

/** Rows that only tell what happened, not what there is, and the links of mails. */
const notes: ReadonlySet<string> = new Set([
  ...['auditLines', 'catalogueChanges', 'mailOutbox', 'requestLinks'],
]);

const changing = (Object.keys(studioCalls) as StudioCallName[]).filter(
  (name) => studioCalls[name].method !== 'GET',
);
const outcomes = new Map<StudioCallName, string>();

beforeAll(async () => {
  const world = await openStudioWorld();
  // In an order in which none removes what another one needs.
  for (const name of Object.keys(world.right) as StudioCallName[]) {
    if (changing.includes(name)) outcomes.set(name, await repeated(world, name));
  }
});

async function repeated({ app, cookie, services, right }: StudioWorld, name: StudioCallName) {
  const { headers, ...request } = await right[name]();
  const key = { 'Sec-Fetch-Site': 'same-origin', 'Idempotency-Key': randomUUID() };
  const send = () => sendStudio(app, name, { cookie, ...request, headers: { ...headers, ...key } });
  const first = await send();
  expect(first.status, name).toBe(200);
  const before = await wholeDatabase(services);
  const { status } = await send();
  const grown = Object.entries(await wholeDatabase(services)).filter(
    ([table, rows]) => !notes.has(table) && rows.length > (before[table]?.length ?? 0),
  );
  if (grown.length > 0) return `adds to ${grown.map(([table]) => table).join(', ')}`;
  // What it should end is gone.
  return status === 200 || status === 404 || status === 401 ? 'same' : 'refused';
}

test.each(changing)('%s sent again does and says what it did', (name) => {
  const isDifferent = outcomes.get(name) !== 'same';
  expect(isDifferent, outcomes.get(name)).toBe(name in different);
});
