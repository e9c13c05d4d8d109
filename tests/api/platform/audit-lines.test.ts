import { beforeAll, expect, test } from 'vitest';
import { type StudioCallName, studioCalls } from '#contract/studio/calls.ts';
import { openStudioWorld, type StudioWorld } from '#tests/support/studio-world.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/** Sends a valid request to every call of the studio: changes must be logged. */

/** The effect of a call, apart from its answer. */
type Trace = 'nothing' | 'a line' | 'changed unnoted' | 'changed and noted';

/** Calls that leave no entry although they change something, and why. */
const unnoted: Partial<Record<StudioCallName, string>> = {
  startUpload: 'the file is noted once it is whole',
  sendPart: 'the file is noted once it is whole',
  backUp: 'the backup is noted once it is made',
  planBulkChange: 'the change is noted once it is started',
  planImport: 'the import is noted once it is started',
  uploadDesignTable: 'the change is noted once it is started',
  requestReset: 'nobody is identified yet',
  report: 'the first one to ask stores the sums of days that are over',
  renewPushDevice: 'the browser renews its subscription by itself; nobody chose anything',
  notifications: 'the first one to ask makes the shop’s keys for pushes',
};

/** Calls other than GET that change nothing, and why. */
const changeless: Partial<Record<StudioCallName, string>> = {
  openInvitation: 'it reads, by a token that belongs in no address',
  uploadLogo: 'the logo is noted once a look with it is published',
  openReset: 'it reads, by a token that belongs in no address',
  previewConsents: 'it says what an import would do',
  previewShopSale: 'it says what a sale would do',
};

/** Calls that change nothing but leave an entry, because something leaves the shop. */
const noted: readonly StudioCallName[] = [
  'exportTable',
  'exportFiles',
  'monthOverview',
  'downloadBackup',
  'sendTestMail',
];

function expected(name: StudioCallName): Trace {
  if (unnoted[name]) return 'changed unnoted';
  if (noted.includes(name)) return 'a line';
  if (changeless[name] || studioCalls[name].method === 'GET') return 'nothing';
  return 'changed and noted';
}

const names = Object.keys(studioCalls) as StudioCallName[];
const traces = new Map<StudioCallName, Trace>();

beforeAll(async () => {
  const world = await openStudioWorld();
  // In an order in which none removes what another one needs.
  for (const name of Object.keys(world.right) as StudioCallName[]) {
    traces.set(name, await traceOf(world, name));
  }
});

async function traceOf(world: StudioWorld, name: StudioCallName): Promise<Trace> {
  const request = await world.right[name]();
  const { auditLines: linesBefore = [], ...before } = await wholeDatabase(world.services);
  const response = await world.send(name, request);
  expect(response.status, name).toBe(200);
  await response.arrayBuffer();
  const { auditLines: lines = [], ...after } = await wholeDatabase(world.services);
  const isNoted = lines.length > linesBefore.length;
  if (JSON.stringify(after) === JSON.stringify(before)) return isNoted ? 'a line' : 'nothing';
  return isNoted ? 'changed and noted' : 'changed unnoted';
}

test.each(names)('%s leaves the expected trace', (name) => {
  expect(traces.get(name)).toBe(expected(name));
});
