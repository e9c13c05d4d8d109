import type { CustomStatus } from '#contract/custom-request.ts';
import { noteChange } from '../catalogue/queries.ts';
import type { Transaction } from '../database/open.ts';
import { readSetting, writeSetting } from './settings.ts';

/** Opens or closes the studio for custom requests, in every open shop within a second. False where it was so already. */
export async function setCustomStatus(
  tx: Transaction,
  now: Date,
  status: CustomStatus['status'],
): Promise<boolean> {
  const { value } = await readSetting(tx, 'customStatus');
  if (value === status) return false;
  await writeSetting(tx, now, 'customStatus', status);
  await noteChange(tx, now, null);
  return true;
}
