import type { Change } from '../../platform/database/change.ts';
import type { Services } from '../../platform/services/services.ts';
import type { BackupPlace } from '../../platform/settings/backup-run.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { newestBackup, type StoredBackup } from './backup-folder.ts';

/** How many are noted: more than a few machines keep. */
const notedPlaces = 50;

type Deps = Pick<Services, 'database' | 'env'>;

/**
 * Notes a backup that was made on this machine, for the processes of all machines. Returns false if it is noted already.
 */
export async function notePlace(change: Change, place: BackupPlace): Promise<boolean> {
  const { value } = await readSetting(change.tx, 'backupPlaces');
  const { name, machine } = place;
  if (value.some((noted) => noted.name === name && noted.machine === machine)) return false;
  // A backup that was complete while the database was away may be noted after newer ones.
  const places = [place, ...value].sort((a, b) => b.madeAt.localeCompare(a.madeAt));
  await writeSetting(change, 'backupPlaces', places.slice(0, notedPlaces));
  return true;
}

/** What is noted of a backup on a machine. */
export function placeOf(
  { name, summary }: Pick<StoredBackup, 'name' | 'summary'>,
  machine: string,
): BackupPlace {
  const { madeAt, isUnlisted } = summary;
  return { name, madeAt, machine, isUnlisted };
}

/** The newest good backup, on this machine or another; null if there is none. */
export async function lastBackup({ database, env }: Deps): Promise<BackupPlace | null> {
  const { machine } = env;
  const newest = await newestBackup(env.dataDir);
  const here = newest && placeOf(newest, machine);
  const { value: places } = await readSetting(database.read, 'backupPlaces');
  // Of this machine's, those that are no longer in its folder were deleted.
  const elsewhere = places.find((place) => place.machine !== machine) ?? null;
  return here && (!elsewhere || here.madeAt >= elsewhere.madeAt) ? here : elsewhere;
}

/** The machine on which a backup was made; null if that isn't known. */
export async function machineOf({ database }: Deps, name: string): Promise<string | null> {
  const { value: places } = await readSetting(database.read, 'backupPlaces');
  return places.find((place) => place.name === name)?.machine ?? null;
}
