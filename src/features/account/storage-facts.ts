/** What the browser says about this site's storage; null where it doesn't say. */
export interface StorageAnswer {
  readonly isPersisted: boolean | null;
  /** Bytes. */
  readonly usage: number | null;
  /** Bytes the browser would allow. */
  readonly quota: number | null;
}

export const noAnswer: StorageAnswer = { isPersisted: null, usage: null, quota: null };

const notSaid = 'This browser does not say.';

export function bytesText(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const);
  const count = bytes / size;
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    maximumFractionDigits: count < 10 ? 1 : 0,
  }).format(count);
}

export function protectionText({ isPersisted }: StorageAnswer): string {
  if (isPersisted === null) return notSaid;
  return isPersisted
    ? 'Protected: it stays until you clear it.'
    : 'Not protected: the browser may clear it when this device runs out of space.';
}

export function spaceText({ usage, quota }: StorageAnswer): string {
  if (usage === null) return notSaid;
  return quota === null ? bytesText(usage) : `${bytesText(usage)} of up to ${bytesText(quota)}`;
}

/** `isKept`: false where the browser saves nothing. */
export function savedDesignsText(count: number, isKept: boolean): string {
  if (!isKept) return 'This browser saves nothing: they last as long as this page is open.';
  if (count === 0) return 'No designs';
  return count === 1 ? '1 design' : `${count} designs`;
}
