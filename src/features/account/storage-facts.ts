import { withUnit } from '#contract/shop/with-unit.ts';
import { counted } from '#contract/wire/counted.ts';
import type { Forgotten } from '#offline/accounts/forget-seen.ts';
import type { SavedCatalogue } from '#offline/catalogue/offline-facts.ts';
import type { StoreTrouble } from '#offline/stores/account-store.ts';
import { timeAgo } from '#ui/time-ago.ts';

/** What became of the wish to protect the storage. `asked`: the browser may be asking the user, who needn't answer. */
export type Protection = 'unasked' | 'asked' | 'refused';

/** What the browser reports about this site's storage; null where it doesn't. */
export interface StorageAnswer {
  readonly isPersisted: boolean | null;
  /** Bytes. */
  readonly usage: number | null;
  /** Bytes the browser would allow. */
  readonly quota: number | null;
  /** Bytes of `usage` by kind of storage, if the browser reports them. */
  readonly shares: StorageShares | null;
}

/** Chromium's names. */
export interface StorageShares {
  /** The app and its pictures. */
  readonly caches?: number;
  /** Designs, cart, wishlist, orders and changes. */
  readonly indexedDB?: number;
  /** Bought files. */
  readonly fileSystem?: number;
}

export const noAnswer: StorageAnswer = {
  isPersisted: null,
  usage: null,
  quota: null,
  shares: null,
};

const notSaid = 'Your browser doesn’t say.';

export function bytesText(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['GB', 1e9] as const) : (['MB', 1e6] as const);
  const count = bytes / size;
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: count < 10 ? 1 : 0 });
  return withUnit(number.format(count), unit);
}

export function protectionText({ isPersisted }: StorageAnswer): string {
  if (isPersisted === null) return notSaid;
  return isPersisted
    ? 'Protected: kept until you clear it.'
    : 'Not protected: the browser may clear it when this device runs out of space.';
}

/** The same while the browser is asked to protect it, and after it refused. */
export function protectingText(storage: StorageAnswer, protection: Protection): string {
  if (storage.isPersisted || protection === 'unasked') return protectionText(storage);
  return protection === 'asked'
    ? 'Your browser asks you whether this site may store data permanently. Allow it there.'
    : `${protectionText(storage)} Your browser refused for now. It may agree once the app is installed.`;
}

export function spaceText({ usage, quota }: StorageAnswer): string {
  if (usage === null) return notSaid;
  return quota === null ? bytesText(usage) : `${bytesText(usage)} of up to ${bytesText(quota)}`;
}

/** What uses the space, with the largest kinds named; null if the browser doesn't report it. */
export function sharesText({ shares }: StorageAnswer): string | null {
  if (shares === null) return null;
  const { caches = 0, indexedDB = 0, fileSystem = 0 } = shares;
  return [
    `${bytesText(caches)} for the app and its pictures`,
    `${bytesText(indexedDB)} for designs, orders and changes`,
    `${bytesText(fileSystem)} for bought files`,
  ].join(', ');
}

/** `160 pictures, 4.2 MB`; leaves out the bytes if unknown. */
export function countText(count: number, thing: string, bytes = 0): string {
  if (count === 0) return 'None';
  const text = counted(count, thing);
  return bytes > 0 ? `${text}, ${bytesText(bytes)}` : text;
}

const troubleTexts: Readonly<Record<StoreTrouble, string>> = {
  blocked: 'This browser saves nothing: they are lost when you leave this page.',
  silent: 'Storage isn’t responding: changes are lost when you leave this page.',
  full: 'This device is full: changes are lost when you leave this page.',
};

/** How many designs are stored, and when the shop confirmed them. A device stores the newest of a large shop. */
export function savedCatalogueText(catalogue: SavedCatalogue | null, now: number): string {
  if (!catalogue?.checkedAt || catalogue.designs === 0) return 'None';
  const { designs, published, checkedAt } = catalogue;
  const stored = designs.toLocaleString('en-US');
  const count =
    published === null ? stored : `The newest ${stored} of ${published.toLocaleString('en-US')}`;
  return `${count}, checked ${timeAgo(checkedAt, now)}`;
}

export function savedDesignsText(count: number, trouble: StoreTrouble | null): string {
  if (trouble !== null) return troubleTexts[trouble];
  if (count === 0) return 'No designs';
  return counted(count, 'design');
}

/** A sentence that says what was deleted of the buyer's searches and views. */
export function forgottenText(forgotten: Forgotten & { readonly pictures: number }): string {
  const { searches, listings, designs, pictures } = forgotten;
  const parts = [
    searches > 0 && counted(searches, 'search', 'searches'),
    listings > 0 && counted(listings, 'listing'),
    designs > 0 && counted(designs, 'design'),
    pictures > 0 && counted(pictures, 'picture'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'There was nothing to delete.';
  return `Deleted: ${new Intl.ListFormat('en').format(parts)}.`;
}
