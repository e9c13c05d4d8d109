import { type Change, makeChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { OwnerNote } from '../platform/files/file-store.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';

type Stores = Pick<Services, 'database' | 'files' | 'clock'>;

/** Longer than the time between storing a file and writing the row that refers to it, and long enough to notice a wrong database. */
const unnamedMs = 86_400_000;

/**
 * Which files may be deleted if no row refers to them: those stored before the instant, when this database was last
 * checked for such files, at least a day ago. So if somebody puts an older or empty copy in its place, no file it never
 * knew is deleted before they have had a day to notice. Null: none now, or the files are another shop's.
 */
export async function deletableBefore(stores: Stores): Promise<Date | null> {
  const { value: seenAt } = await readSetting(stores.database.read, 'filesSeenAt');
  const instant = new Date(seenAt ?? 0);
  if (stores.clock().getTime() - instant.getTime() < unnamedMs) return null;
  return (await ownsFiles(stores)) ? instant : null;
}

/** Notes that the files of the store are this shop's, also if they were another's. Deletes none of them for a day. */
export async function takeOverFiles(stores: Stores, owner: OwnerNote): Promise<void> {
  const id = await makeChange(stores, async (change) => {
    const { value } = await readSetting(change.tx, 'filesOwner');
    const own = value ?? newId(change.now);
    await writeSetting(change, 'filesOwner', own);
    await writeSetting(change, 'filesSeenAt', change.now.toISOString());
    return own;
  });
  await owner.write(id);
}

/** After it, a store that has an owner isn't this shop's until it takes it over. Call it for a copy of a database. */
export async function disownFiles(change: Change): Promise<void> {
  await writeSetting(change, 'filesOwner', null);
}

/** Whether the files are this shop's. Those without a note are that of the first that asks. */
async function ownsFiles(stores: Stores): Promise<boolean> {
  const { owner } = stores.files;
  if (owner === null) return true;
  const noted = await owner.read();
  const { value: own } = await readSetting(stores.database.read, 'filesOwner');
  if (noted === null) await takeOverFiles(stores, owner);
  return noted !== null && noted === own;
}
