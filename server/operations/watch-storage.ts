import { makeChange } from '../platform/database/change.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { storageLowLetter } from './storage-low-letter.ts';

const everyMs = 30_000;
const warnEveryMs = 24 * 3_600_000;

/** Measures the free space and notifies the studio, at most once a day, while it is low. */
export async function checkStorage(services: Services): Promise<void> {
  const { env, storage } = services;
  const { isLow, freeBytes } = await storage.measure();
  if (!isLow) return;
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const { value: warnedAt } = await readSetting(tx, 'storageWarnedAt');
    if (warnedAt !== null && now.getTime() - Date.parse(warnedAt) < warnEveryMs) return;
    await notifyStudio(change, env, {
      kind: 'storage',
      subjectId: 'storage',
      title: 'The shop’s storage is nearly full',
      path: '/studio/today',
      letter: storageLowLetter(await letterhead(tx, env), freeBytes),
    });
    await writeSetting(change, 'storageWarnedAt', now.toISOString());
  });
}

export function watchStorage(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    () => checkStorage(services),
    (error) => services.log.error({ err: error }, 'storage check failed'),
  );
}
