import { type Change, makeChange } from '../platform/database/change.ts';
import type { Env } from '../platform/env.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { storageLowLetter } from './storage-low-letter.ts';

type Warnings = Readonly<Record<string, string>>;

const everyMs = 30_000;
const warnEveryMs = 24 * 3_600_000;

/** Measures this machine's free space and notifies the studio, at most once a day, while it is low. */
export async function checkStorage(services: Services): Promise<void> {
  const { env, storage } = services;
  const { isLow, freeBytes } = await storage.measure();
  if (!isLow) return;
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const warnings = await recentWarnings(change, env);
    if (warnings[env.machine] !== undefined) return;
    // Only a shop on PostgreSQL may have others.
    const where = env.databaseUrl === null ? '' : ` on ${env.machine}`;
    await notifyStudio(change, env, {
      kind: 'storage',
      subjectId: env.machine,
      title: `The shop’s storage${where} is nearly full`,
      path: '/studio/today',
      letter: storageLowLetter(await letterhead(tx, env), freeBytes, where),
    });
    await writeSetting(change, 'storageWarnedAt', {
      ...warnings,
      [env.machine]: now.toISOString(),
    });
  });
}

/** When the studio was mailed within a day, by machine. */
async function recentWarnings({ tx, now }: Change, { machine }: Env): Promise<Warnings> {
  const { value } = await readSetting(tx, 'storageWarnedAt');
  const all = typeof value === 'string' ? { [machine]: value } : (value ?? {});
  return Object.fromEntries(
    Object.entries(all).filter(([, at]) => now.getTime() - Date.parse(at) < warnEveryMs),
  );
}

export function watchStorage(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    () => checkStorage(services),
    (error) => services.log.error({ err: error }, 'storage check failed'),
  );
}
