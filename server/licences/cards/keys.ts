import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { keyRefusals } from '#contract/studio/licences.ts';
import { recordAction } from '../../platform/audit/record-action.ts';
import { type AuditedChange, type Change, makeChange } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import { recordCatalogueChange } from '../../platform/database/record-catalogue-change.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';

/** The key that signs licence cards. */
interface CardKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/** The key in use; null if none was made yet. */
export async function keyInUse(reader: Reader): Promise<CardKey | null> {
  const stored = await reader
    .selectFrom('licenceKeys')
    .select(['id', 'privateKey'])
    .where('retiredAt', 'is', null)
    .where('privateKey', 'is not', null)
    .orderBy('createdAt')
    .executeTakeFirst();
  if (!stored?.privateKey) return null;
  const key = Buffer.from(stored.privateKey, 'base64');
  return { id: stored.id, privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) };
}

/** Makes the first key, unless there is one. In a write of its own, because payments wait while a key is recorded. */
export async function makeFirstKey(services: Pick<Services, 'database' | 'clock'>): Promise<void> {
  if (await keyInUse(services.database.read)) return;
  await makeChange(services, async (change) => {
    // Another process may have made it.
    if (await keyInUse(change.tx)) return;
    await makeKey(change);
    await recordKey(change);
  });
}

/** All keys, the one in use first, without their private halves. */
export function listKeys(reader: Reader) {
  return reader
    .selectFrom('licenceKeys')
    .select(['id', 'createdAt', 'retiredAt'])
    .orderBy('retiredAt', (order) => order.desc().nullsFirst())
    .orderBy('id')
    .execute();
}

/**
 * Signs with a new key from now on, and returns its id. The private half of the earlier one is deleted; its
 * cards stay valid. `replaces`: the id of the key that was seen in use.
 * @throws CHANGED_MEANWHILE if another one is in use
 */
export async function changeKey(change: AuditedChange, replaces?: string): Promise<string> {
  const { tx, now } = change;
  if (replaces !== undefined) {
    const inUse = (await listKeys(tx)).find(({ retiredAt }) => retiredAt === null);
    if (inUse?.id !== replaces) throw new Problem('CHANGED_MEANWHILE', keyRefusals.changed);
  }
  const retired = await tx
    .updateTable('licenceKeys')
    .set({ retiredAt: now.toISOString(), privateKey: null })
    .where('retiredAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const id = await makeKey(change);
  await recordAction(change, {
    action: 'licence_key.changed',
    subjectId: id,
    before: { key: retired?.id ?? null },
    after: { key: id },
  });
  await recordKey(change);
  return id;
}

/** Makes a key, which `recordKey` tells devices of, and returns its id. */
async function makeKey(change: Change): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x: bytes = '' } = publicKey.export({ format: 'jwk' });
  const id = createHash('sha256').update(bytes, 'base64url').digest('hex').slice(0, 8);
  await change.tx
    .insertInto('licenceKeys')
    .values({
      id,
      publicKey: bytes,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      createdAt: change.now.toISOString(),
      retiredAt: null,
    })
    .execute();
  return id;
}

/** Tells devices, which check cards with the public keys: call it last. */
function recordKey(change: Change): Promise<void> {
  return recordCatalogueChange(change, null);
}
