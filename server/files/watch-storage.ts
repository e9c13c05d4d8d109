import { letterhead } from '../mail/letterhead.ts';
import { queueMail } from '../mail/outbox.ts';
import { storageLowLetter } from '../mail/storage-low-letter.ts';
import { studioRecipients } from '../mail/studio-recipients.ts';
import { type Job, repeat } from '../repeat.ts';
import type { Services } from '../services.ts';
import { readSetting, writeSetting } from '../studio/settings.ts';

const everyMs = 30_000;
const warnEveryMs = 24 * 3_600_000;

/** Measures the free space and mails the studio once a day while it is low. */
export async function checkStorage(services: Services): Promise<void> {
  const { database, env, clock, storage } = services;
  const { isLow, freeBytes } = await storage.measure();
  if (!isLow) return;
  await database.write(async (tx) => {
    const now = clock();
    const { value: warnedAt } = await readSetting(tx, 'storageWarnedAt');
    if (warnedAt !== null && now.getTime() - Date.parse(warnedAt) < warnEveryMs) return;
    const letter = storageLowLetter(await letterhead(tx, env), freeBytes);
    for (const recipient of await studioRecipients(tx, env)) {
      await queueMail(tx, now, { ...letter, recipient });
    }
    await writeSetting(tx, now, 'storageWarnedAt', now.toISOString());
  });
}

/** Checks the storage until stopped. */
export function watchStorage(services: Services): Job {
  return repeat(
    { everyMs, firstMs: 0 },
    () => checkStorage(services),
    (error) => services.log.error({ err: error }, 'storage check failed'),
  );
}
