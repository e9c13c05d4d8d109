import { deviceName } from '#contract/studio/device-name.ts';
import type { StaffDevice } from '#contract/studio/own-account.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { studioAbsoluteMs, studioIdleMs } from './sessions.ts';

/** A device's id: the start of its session's hash, which identifies it and opens nothing. */
const idLength = 24;

/** The devices with a live session of an account, the last seen first. `askingHash`: the session that asks. */
export async function readDevices(
  reader: Reader,
  now: Date,
  accountId: string,
  askingHash: string,
): Promise<{ devices: StaffDevice[] }> {
  const since = (age: number) => new Date(now.getTime() - age).toISOString();
  const rows = await reader
    .selectFrom('studioSessions')
    .select(['tokenHash', 'createdAt', 'lastSeenAt', 'userAgent'])
    .where('accountId', '=', accountId)
    .where('lastSeenAt', '>=', since(studioIdleMs))
    .where('createdAt', '>=', since(studioAbsoluteMs))
    .orderBy('lastSeenAt', 'desc')
    .execute();
  const devices = rows.map(({ tokenHash, createdAt, lastSeenAt, userAgent }) => ({
    id: tokenHash.slice(0, idLength),
    name: deviceName(userAgent),
    signedInAt: createdAt,
    lastSeenAt,
    isThis: tokenHash === askingHash,
  }));
  return { devices };
}

/**
 * Signs out the device with this id, or, if it is null, all devices of the account except the one that asks, and
 * ends the pushes to them all.
 * Does nothing if they are signed out already.
 */
export async function signOutDevices(
  change: AuditedChange,
  accountId: string,
  deviceId: string | null,
  askingHash: string,
): Promise<void> {
  const { tx } = change;
  const ended = await tx
    .deleteFrom('studioSessions')
    .where('accountId', '=', accountId)
    .$if(deviceId === null, (sessions) => sessions.where('tokenHash', '!=', askingHash))
    .$if(deviceId !== null, (sessions) =>
      sessions.where((row) =>
        row(row.fn<string>('substr', ['tokenHash', row.val(1), row.val(idLength)]), '=', deviceId),
      ),
    )
    .returning('userAgent')
    .execute();
  // Pushes belong to no session, and a lost phone must not go on showing them.
  if (deviceId === null) {
    await tx.deleteFrom('staffPushDevices').where('accountId', '=', accountId).execute();
  }
  if (ended.length === 0) return;
  await recordAction(change, {
    action: 'session.ended_elsewhere',
    subjectId: accountId,
    before: { devices: ended.map(({ userAgent }) => deviceName(userAgent)).join(', ') },
    after: null,
  });
}
