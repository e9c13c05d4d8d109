import type { CustomStatus } from '#contract/shop/custom-request.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { CommissionRules } from '#contract/studio/commissions.ts';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import type { Seller } from '#contract/studio/seller.ts';
import type { CartMails } from '#contract/studio/settings.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { firstTermsVersion } from '../content/first-content.ts';
import type { Change } from '../database/change.ts';
import type { Reader } from '../database/open.ts';
import type { Env } from '../env.ts';
import type { BackupPlace, BackupRun } from './backup-run.ts';
import type { PaymentTroubles } from './payment-troubles.ts';

/** The stored settings by key; each value is JSON in a row of its own. */
export interface Settings {
  readonly studio: Pick<ShopSettings, 'name' | 'designers' | 'socialLink' | 'termsVersion'>;
  /** Groups of words that searches treat as the same, in addition to the built-in ones. */
  readonly synonyms: string[][];
  /** The category last chosen for each product type of an import; null: none. */
  readonly importCategories: Readonly<Record<string, string | null>>;
  /** The designer last chosen for each vendor of an import; null: none. */
  readonly importDesigners: Readonly<Record<string, string | null>>;
  /** What was last chosen for each tag of an import. */
  readonly importTags: ImportChoices['tags'];
  /** What was last chosen for each currency of an import, and for variants. */
  readonly importPrices: Pick<ImportChoices, 'currencies' | 'variant'>;
  readonly customStatus: CustomStatus['status'];
  readonly commissionRules: CommissionRules;
  /** Whether custom requests closed by themselves, since no more may be open. */
  readonly isClosedAsFull: boolean;
  /** The last account that was mailed that custom requests are open, by id; empty: none yet, null: all were. */
  readonly openingMailedTo: string | null;
  /** When the last opening of custom requests was announced, or is to be; null: there was none. */
  readonly openingAnnouncedAt: string | null;
  /** How many designs of the demo studio are drawn; null without one. */
  readonly demo: { readonly drawn: number; readonly total: number } | null;
  /** The backup that is requested, running or last made. */
  readonly backupRun: BackupRun | null;
  /** The last backups that were made, on any machine, newest first. */
  readonly backupPlaces: readonly BackupPlace[];
  /** When files that no row refers to were last looked for. */
  readonly filesSeenAt: string | null;
  /** Whose files a bucket's note says they are if they are this database's; null: none yet. */
  readonly filesOwner: string | null;
  /**
   * When the studio was last mailed that a machine's storage is low, by the machine's name. Earlier versions of the
   * shop stored one time for all.
   */
  readonly storageWarnedAt: Readonly<Record<string, string>> | string | null;
  /** What the payment provider refuses because of the shop's own account. */
  readonly paymentTroubles: PaymentTroubles;
  /** When the payment provider last sent a notice that was verified, to the hour. */
  readonly webhookSeenAt: string | null;
  /** The last test notice that was asked for: the secret in its address, and when it arrived. */
  readonly testNotice: { readonly secret: string; readonly arrivedAt: string | null } | null;
  /** When the staff's daily digest is sent: on the hour, in the shop's time zone. */
  readonly digest: { readonly time: string };
  /** For how long a buyer who saw a price can still pay it after it rose; 0: not at all. */
  readonly priceHoldHours: number;
  /** Whether buyers who get news are mailed about designs left in their cart. */
  readonly cartMails: CartMails;
  /** The shop's IANA time zone; null: that of the environment. `readTimeZone` reads it. */
  readonly timeZone: string | null;
  /** Who sells, on receipts: each version and since when, oldest first. */
  readonly sellers: readonly (Seller & { readonly since: string })[];
  /** What marks receipt numbers given since the last restore; empty: there was none. */
  readonly receiptSeries: string;
  /** Up to which mail the shop has read its inbox; null: not at all. */
  readonly inboxRead: InboxRead | null;
  /** When that inbox was last read to its end, to a quarter of an hour; until it was, when that was first tried. */
  readonly inboxCompleteAt: string | null;
}

export interface InboxRead {
  /** Which mailbox of which server. */
  readonly mailbox: string;
  readonly validity: string;
  readonly last: number;
  /** The mail that is being read, or was when the shop was killed, and how often it was tried. */
  readonly trying?: { readonly number: number; readonly tries: number } | null;
}

const defaults: Settings = {
  studio: {
    name: 'Pinwheel',
    designers: [],
    socialLink: '',
    termsVersion: firstTermsVersion,
  },
  synonyms: [],
  importCategories: {},
  importDesigners: {},
  importTags: {},
  importPrices: { currencies: {}, variant: { by: 'first' } },
  customStatus: 'Off',
  commissionRules: { slots: null, silence: 'person' },
  isClosedAsFull: false,
  openingMailedTo: null,
  openingAnnouncedAt: null,
  demo: null,
  backupRun: null,
  backupPlaces: [],
  filesSeenAt: null,
  filesOwner: null,
  storageWarnedAt: null,
  paymentTroubles: { troubles: [], nextTryAt: null },
  webhookSeenAt: null,
  testNotice: null,
  digest: { time: '08:00' },
  priceHoldHours: 24,
  cartMails: 'off',
  timeZone: null,
  sellers: [],
  receiptSeries: '',
  inboxRead: null,
  inboxCompleteAt: null,
};

/** The `updatedAt` of a setting that still has its default. */
export const neverSetAt = new Date(0).toISOString();

/** A setting and when it was last set; `neverSetAt` for a default. */
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

/** The time zone in which the shop's days begin: chosen in the studio, otherwise `TIME_ZONE`. */
export async function readTimeZone(database: Reader, env: Pick<Env, 'timeZone'>): Promise<string> {
  const { value } = await readSetting(database, 'timeZone');
  return value ?? env.timeZone;
}

/** Today in the shop's time zone, such as `2026-11-22`. */
export async function readToday(
  database: Reader,
  env: Pick<Env, 'timeZone'>,
  now: Date,
): Promise<string> {
  return dayIn(await readTimeZone(database, env), now);
}

/** Sets one setting. A public one also needs a `recordCatalogueChange`. */
export async function writeSetting<K extends keyof Settings>(
  { tx, now }: Change,
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
