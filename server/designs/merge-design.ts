import { isDeepStrictEqual } from 'node:util';
import { keywordKinds } from '#contract/shop/keywords.ts';
import type { EditedDesign, SaveDesign } from '#contract/studio/designs.ts';

/** What the audit log calls each editable field, to find who changed it. */
const auditNames: Readonly<Record<string, readonly string[]>> = {
  sale: ['salePrice', 'saleStartsAt', 'saleEndsAt'],
  categoryIds: ['categories'],
  tile: ['tileWidth', 'tileHeight'],
  ...Object.fromEntries(keywordKinds.map((kind) => [`keywords.${kind}`, [`${kind}Words`]])),
};

export function auditNamesOf(field: string): readonly string[] {
  return auditNames[field] ?? [field];
}

/**
 * Applies the changes of one person to a design that others may have saved since. A change is a conflict
 * only if the value it started from is no longer there and the new one isn't either; each kind of keywords
 * is a field of its own. `conflicts` are the fields' paths, and `merged` has the current values there.
 */
export function mergeDesign(
  current: EditedDesign,
  { base, changes }: SaveDesign,
): { readonly merged: EditedDesign; readonly conflicts: readonly string[] } {
  const conflicts: string[] = [];
  const take = <T>(field: string, now: T, from: T | undefined, to: T | undefined): T => {
    if (to === undefined || isDeepStrictEqual(to, from)) return now;
    if (isDeepStrictEqual(now, from) || isDeepStrictEqual(now, to)) return to;
    conflicts.push(field);
    return now;
  };
  const { keywords, ...fields } = current;
  const plain = Object.entries(fields).map(([field, now]) => {
    const key = field as keyof typeof fields;
    return [field, take<unknown>(field, now, base[key], changes[key])];
  });
  const words = keywordKinds.map((kind) => [
    kind,
    take(`keywords.${kind}`, keywords[kind], base.keywords?.[kind], changes.keywords?.[kind]),
  ]);
  const merged = { ...Object.fromEntries(plain), keywords: Object.fromEntries(words) };
  return { merged: merged as EditedDesign, conflicts };
}
