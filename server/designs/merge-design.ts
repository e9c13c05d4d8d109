import { byKind, keywordKinds } from '#contract/shop/keywords.ts';
import {
  designRecord,
  type EditedDesign,
  type SaveDesign,
} from '#contract/studio/design-record.ts';
import type { RecordField } from '#contract/studio/record-field.ts';
import { mergeFields } from '../platform/audit/merge-fields.ts';

/** What the audit log calls each editable field, to find who changed it. */
export function auditNamesOf(field: string): readonly string[] {
  const fields: Readonly<Record<string, RecordField>> = designRecord;
  return fields[field]?.audited ?? [field.replace(/^keywords\.(.*)/, '$1Words')];
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
