import { isDeepStrictEqual } from 'node:util';
import type { CommissionRules } from '#contract/studio/commissions.ts';
import {
  assertNoConflicts,
  type ChangedFields,
  mergeFields,
} from '../platform/audit/merge-fields.ts';
import { differences, recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { fitToSlots } from './slots.ts';

/**
 * Saves what changed of how the studio takes commissions, which opens or closes them if that follows.
 * @throws CHANGED_MEANWHILE with the rules that somebody else changed too
 */
export async function saveRules(
  change: AuditedChange,
  changed: ChangedFields<CommissionRules>,
): Promise<void> {
  const { tx } = change;
  const { value: current } = await readSetting(tx, 'commissionRules');
  const { merged, conflicts } = mergeFields<CommissionRules>(current, changed);
  await assertNoConflicts(tx, '', conflicts);
  if (isDeepStrictEqual(merged, current)) return;
  await writeSetting(change, 'commissionRules', merged);
  await fitToSlots(change);
  const seen = differences({ ...current }, { ...merged });
  await recordAction(change, { action: 'commissions.rules_changed', subjectId: '', ...seen });
}
