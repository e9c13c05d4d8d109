import { byKind, keywordKinds } from '#contract/shop/keywords.ts';
import type { EditedDesign, SaveDesign } from '#contract/studio/designs.ts';
import { mergeFields } from '../platform/audit/merge-fields.ts';

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

/** `mergeFields` for a design; each kind of keywords is a field of its own. */
export function mergeDesign(
  current: EditedDesign,
  { base, changes }: SaveDesign,
): { readonly merged: EditedDesign; readonly conflicts: readonly string[] } {
  const { merged, conflicts } = mergeFields(flat(current), {
    base: flat(base),
    changes: flat(changes),
  });
  const keywords = byKind((kind) => merged[`keywords.${kind}`]);
  const fields = Object.entries(merged).filter(([field]) => !field.includes('.'));
  return { merged: { ...Object.fromEntries(fields), keywords } as EditedDesign, conflicts };
}

function flat({ keywords, ...fields }: SaveDesign['base']): Readonly<Record<string, unknown>> {
  const words = keywordKinds.map((kind) => [`keywords.${kind}`, keywords?.[kind]]);
  return { ...fields, ...Object.fromEntries(words) };
}
