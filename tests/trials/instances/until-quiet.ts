import { setTimeout as pause } from 'node:timers/promises';
import type { AppServices } from '#server/services.ts';
import type { Verdict } from './check-trust.ts';

/** Within this time a killed process's work is taken over and done, in ms. */
const takenOverMs = 60_000;
/** Within this time the shop also settles payments that no process was working on, in ms. */
const settledMs = 90_000;
const lookMs = 250;

/** Waits until no work is left, and judges how long that took since the last fault, at `since`. */
export async function untilQuiet(services: AppServices, since: number): Promise<Verdict> {
  const lastSeen = new Map<string, number>();
  let isQuiet = false;
  while (!isQuiet && Date.now() - since < settledMs) {
    const left = Object.entries(await workLeft(services, new Date(since)));
    for (const [kind, count] of left) if (count > 0) lastSeen.set(kind, Date.now() - since);
    isQuiet = left.every(([, count]) => count === 0);
    await pause(lookMs);
  }
  const late = [...lastSeen].filter(
    ([kind, ms]) => ms > (kind === settled ? settledMs : takenOverMs),
  );
  const faults = late.map(([kind, ms]) => `${kind} after ${(ms / 1000).toFixed(1)} s`);
  if (!isQuiet) faults.push(`work is left after ${settledMs / 1000} s`);
  const times = [...lastSeen].map(([kind, ms]) => `${kind} ${(ms / 1000).toFixed(1)} s`);
  return {
    promise: `no stuck job: what killed processes did is taken over within ${takenOverMs / 1000} s`,
    seen: `the last after the last fault: ${times.join(', ') || 'nothing was left'}`,
    faults,
  };
}

const settled = 'payments of buyers who left';

async function workLeft({ database: { read } }: AppServices, since: Date) {
  const count = async (rows: Promise<readonly unknown[]>) => (await rows).length;
  const unsent = read.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null);
  const open = read.selectFrom('orders').select('id').where('state', 'not in', ['paid', 'void']);
  return {
    mails: await count(unsent.where('createdAt', '<=', since.toISOString()).execute()),
    captures: await count(open.where('state', '=', 'capturing').execute()),
    'files of designs': await count(
      read.selectFrom('designWork').select('id').where('state', '!=', 'failed').execute(),
    ),
    [settled]: (await count(open.execute())) + (await count(unsent.execute())),
  };
}
