import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Seller, sellerFields, sellerRefusals } from '#contract/studio/seller.ts';
import {
  assertNoConflicts,
  type ChangedFields,
  mergeFields,
} from '../../platform/audit/merge-fields.ts';
import { differences, recordAction } from '../../platform/audit/record-action.ts';
import type { AuditedChange } from '../../platform/database/change.ts';
import type { Reader, Transaction } from '../../platform/database/open.ts';
import { recordCatalogueChange } from '../../platform/database/record-catalogue-change.ts';
import { parsePart } from '../../platform/http/parse.ts';
import { invalidField } from '../../platform/http/problem.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';

const nobody: Seller = { name: '', address: '', taxId: '' };
const savedSchema = v.object(sellerFields);

/** The seller in force at an instant; by default now. What was paid before there was any has the first. */
export async function readSeller(reader: Reader, at?: string): Promise<Seller> {
  const { value: versions } = await readSetting(reader, 'sellers');
  const inForce =
    at === undefined ? versions.at(-1) : versions.findLast(({ since }) => since <= at);
  const { name, address, taxId } = inForce ?? versions[0] ?? nobody;
  return { name, address, taxId };
}

/**
 * Saves what changed as a new version, for what is paid from now on.
 * @throws CHANGED_MEANWHILE with the fields that somebody else changed too; INVALID without an address while newsletters say it
 */
export async function saveSeller(
  change: AuditedChange,
  changed: ChangedFields<Seller>,
): Promise<Seller> {
  const { tx, now } = change;
  const current = await readSeller(tx);
  const { merged, conflicts } = mergeFields<Seller>(current, changed);
  await assertNoConflicts(tx, '', conflicts);
  const seller = parsePart(savedSchema, merged) as Seller;
  if (isDeepStrictEqual(seller, current)) return current;
  if (seller.address === '') await assertNoNewsletterGoesOut(tx);
  const { value: versions } = await readSetting(tx, 'sellers');
  await writeSetting(change, 'sellers', [...versions, { ...seller, since: now.toISOString() }]);
  const { before, after } = differences(onReceipts(current), onReceipts(seller));
  await recordAction(change, { action: 'settings.changed', subjectId: '', before, after });
  // The imprint names the seller.
  await recordCatalogueChange(change, null);
  return seller;
}

/** Each newsletter must say the seller's address. @throws INVALID */
async function assertNoNewsletterGoesOut(tx: Transaction): Promise<void> {
  const newsletter = await tx
    .selectFrom('newsletters')
    .select('subject')
    .where('state', 'in', ['planned', 'sending'])
    .limit(1)
    .executeTakeFirst();
  if (newsletter) throw invalidField('address', sellerRefusals.newsletter(newsletter.subject));
}

function onReceipts({ name, address, taxId }: Seller) {
  return { sellerName: name, sellerAddress: address, sellerTaxId: taxId };
}
