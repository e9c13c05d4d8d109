import type { AuditLine } from '#contract/studio/audit.ts';
import { formatCents, formatUsd } from '#contract/wire/money.ts';
import { formatBytes } from '#ui/format-bytes.ts';

type Seen = NonNullable<AuditLine['before']>[string];

/** Names that a field's own name doesn't convey. */
const names: Readonly<Record<string, string>> = {
  cents: 'amount',
  bytes: 'size',
  sku: 'SKU',
  colorWords: 'colour words',
};

const nothing = '—';

const inches = (hundredths: number) => `${hundredths / 100} in`;

/** How to format the number of a field. */
const numbers: Readonly<Record<string, (value: number) => string>> = {
  price: formatCents,
  salePrice: formatCents,
  cents: formatCents,
  minimumSubtotal: formatUsd,
  bytes: formatBytes,
  received: formatBytes,
  tileWidth: inches,
  tileHeight: inches,
};

/** The readable name of an audit field: `isForFabricShops` → `for fabric shops`. */
export function fieldName(field: string): string {
  return (
    names[field] ??
    field
      .replace(/^is(?=[A-Z])/, '')
      .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .trim()
  );
}

/** Whether a value is an instant, to be shown in the reader's time zone. */
export function isInstant(value: Seen): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
}

/** A field's value with its unit; shows the database's 0 and 1 in a field named `is…` as no and yes. */
export function seenWords(field: string, value: Seen): string {
  if (value === null) return nothing;
  if (typeof value === 'boolean' || /^is[A-Z]/.test(field)) return value ? 'yes' : 'no';
  if (typeof value === 'number') return numbers[field]?.(value) ?? String(value);
  const isList = field === 'designers' && /^\[.*\]$/.test(value);
  return (isList ? (JSON.parse(value) as string[]).join(', ') : value) || nothing;
}
