import type { CustomStatus } from '#contract/shop/custom-request.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { Database, Transaction } from '../database/open.ts';
import type { BackupRun } from './backup-run.ts';

/** What the studio has set, by key; each value is kept as JSON in a row of its own. */
export interface Settings {
  readonly studio: Pick<ShopSettings, 'name' | 'designers' | 'socialLink' | 'termsVersion'>;
  /** Groups of words that count as one another in searches, beside those that every shop has. */
  readonly synonyms: string[][];
  readonly customStatus: CustomStatus['status'];
  /** How far the demo studio is drawn; null without one. */
  readonly demo: { readonly drawn: number; readonly total: number } | null;
  /** The backup that is wanted, under way or was made last. */
  readonly backupRun: BackupRun | null;
  /** When files that no row names were last looked for. */
  readonly filesSeenAt: string | null;
  /** When the studio was last mailed that the storage is low. */
  readonly storageWarnedAt: string | null;
}

const defaults: Settings = {
  studio: {
    name: 'Pinwheel',
    designers: [],
    socialLink: '',
    termsVersion: '2026-11',
  },
  synonyms: [],
  customStatus: 'Off',
  demo: null,
  backupRun: null,
  filesSeenAt: null,
  storageWarnedAt: null,
};

/** When a setting that is still the default was set. */
export const neverSetAt = new Date(0).toISOString();

type Reader = Database['read'] | Transaction;

/** One setting with the time it was last set; the default's is the beginning of time. */
export async function readSetting<K extends keyof Settings>(
  database: Reader,
  key: K,
): Promise<{ value: Settings[K]; updatedAt: string }> {
  const row = await database
    .selectFrom('settings')
    .select(['value', 'updatedAt'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return { value: defaults[key], updatedAt: neverSetAt };
  return { value: JSON.parse(row.value) as Settings[K], updatedAt: row.updatedAt };
}

/** Sets one setting. A public one wants a `noteChange` beside it. */
export async function writeSetting<K extends keyof Settings>(
  tx: Transaction,
  now: Date,
  key: K,
  value: Settings[K],
): Promise<void> {
  const row = { value: JSON.stringify(value), updatedAt: now.toISOString() };
  await tx
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}
