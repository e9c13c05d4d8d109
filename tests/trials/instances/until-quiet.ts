import { setTimeout as pause } from 'node:timers/promises';
import { isUnderWay } from '#server/operations/backups/backup-run.ts';
import { readSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import type { Verdict } from './check-trust.ts';

/** Within this time a killed process's work is taken over and done, in ms. */
const takenOverMs = 60_000;
/** Within this time the shop also settles payments and refunds that no process was working on, in ms. */
const settledMs = 90_000;
const pollMs = 250;

/**
 * Waits until no work is left, and judges how long it took since the last fault, at `since`, until what killed
 * processes had begun was done. Work that is still queued has no time limit as long as it progresses.
 */
export async function untilQuiet(services: AppServices, since: number): Promise<Verdict> {
  const lastSeen = new Map<string, number>();
  let isQuiet = false;
  let waitingFiles = 0;
  let movedAt = Date.now();
  while (!isQuiet && Date.now() - movedAt < settledMs) {
    const left = Object.entries(await workLeft(services, new Date(since)));
    for (const [kind, count] of left) if (count > 0) lastSeen.set(kind, Date.now() - since);
    const before = waitingFiles;
    waitingFiles = await countWaitingFiles(services);
    if (waitingFiles !== before) movedAt = Date.now();
    isQuiet = waitingFiles === 0 && left.every(([, count]) => count === 0);
    await pause(pollMs);
  }
  const late = [...lastSeen].filter(
    ([kind, ms]) => ms > (settled.includes(kind) ? settledMs : takenOverMs),
  );
  const faults = late.map(([kind, ms]) => `${kind} after ${(ms / 1000).toFixed(1)} s`);
  if (!isQuiet) faults.push(`work is left, ${waitingFiles} files of designs among it`);
  const times = [...lastSeen].map(([kind, ms]) => `${kind} ${(ms / 1000).toFixed(1)} s`);
  return {
    promise: `no stuck job: what killed processes did is taken over within ${takenOverMs / 1000} s`,
    seen: `the last after the last fault: ${times.join(', ') || 'nothing was left'}`,
    faults,
  };
}

const payments = 'payments of buyers who left';
const refunds = 'refunds';
/** What waits for the provider's answer is polled after a minute. */
const settled = [payments, refunds];

async function workLeft({ database: { read } }: AppServices, since: Date) {
  const count = async (rows: Promise<readonly unknown[]>) => (await rows).length;
  const unsent = read.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null);
  // Those about sign-ups are 15 minutes apart.
  const unpushed = read.selectFrom('staffPushes').select('endpoint').where('kind', '!=', 'account');
  const open = read.selectFrom('orders').select('id').where('state', 'not in', ['paid', 'void']);
  return {
    mails: await count(unsent.where('createdAt', '<=', since.toISOString()).execute()),
    captures: await count(open.where('state', '=', 'capturing').execute()),
    'files of designs': await count(
      read
        .selectFrom('designWork')
        .select('id')
        .where('state', '=', 'working')
        .where('heldUntil', '<=', new Date().toISOString())
        .execute(),
    ),
    imports: await count(
      read
        .selectFrom('imports')
        .select('id')
        .where('state', 'in', ['planning', 'importing'])
        .execute(),
    ),
    'bulk changes': await count(
      read
        .selectFrom('bulkChanges')
        .select('id')
        .where('state', 'in', ['running', 'undoing'])
        .execute(),
    ),
    backups: isUnderWay((await readSetting(read, 'backupRun')).value) ? 1 : 0,
    pushes: await count(unpushed.where('queuedAt', '<=', since.toISOString()).execute()),
    [refunds]: await count(
      read.selectFrom('refundRequests').select('id').where('state', '=', 'open').execute(),
    ),
    [payments]:
      (await count(open.execute())) +
      (await count(unsent.execute())) +
      (await count(unpushed.execute())),
  };
}

/** How many previews and archives are still to be made. */
async function countWaitingFiles({ database: { read } }: AppServices): Promise<number> {
  const rows = await read
    .selectFrom('designWork')
    .select('id')
    .where('state', '!=', 'failed')
    .execute();
  return rows.length;
}
