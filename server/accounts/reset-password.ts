import type { CallInput } from '#contract/calls.ts';
import { hashToken } from '../http/account.ts';
import type { Caller } from '../http/device-cookie.ts';
import { letterhead } from '../mail/letterhead.ts';
import { queueMail } from '../mail/outbox.ts';
import { passwordChanged } from '../mail/templates.ts';
import type { Services } from '../services.ts';
import { refuseCommon } from './common-passwords.ts';
import { countTry } from './count-try.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import { endResets, stepEnded } from './reset-steps.ts';
import { endSessions } from './sessions.ts';

/**
 * Sets a new password with the token of a code that was right. Ends every session, changes no
 * approval, signs nobody in, and tells the owner by mail (OP-27). Of the devices only this one is
 * known from then on. A token sets one password; a
 * refused password leaves it. Throws INVALID, CODE_ENDED or TOO_MANY.
 */
export async function resetPassword(
  services: Services,
  body: CallInput<'resetPassword'>['body'],
  { address, device }: Caller,
): Promise<void> {
  const { database, env, clock, passwords } = services;
  refuseCommon(body.password);
  const tokenHash = hashToken(body.token);
  const isOpen = await database.read
    .selectFrom('resetSteps')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .where('codeHash', 'is', null)
    .where('expiresAt', '>=', clock().toISOString())
    .executeTakeFirst();
  if (!isOpen) {
    await countTry(services, 'resetPassword', { address }, null);
    throw stepEnded();
  }
  const passwordHash = await passwords.hash(body.password);
  const deviceToken = await database.write(async (tx) => {
    const now = clock();
    const step = await tx
      .deleteFrom('resetSteps')
      .where('tokenHash', '=', tokenHash)
      .where('codeHash', 'is', null)
      .returning('accountId')
      .executeTakeFirst();
    if (!step?.accountId) throw stepEnded();
    const account = await tx
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', step.accountId)
      .returning(['id', 'email', 'firstName', 'status'])
      .executeTakeFirstOrThrow();
    await endSessions(tx, account.id);
    await endResets(tx, account.id);
    const letter = passwordChanged(await letterhead(tx, env), account);
    await queueMail(tx, now, { recipient: account.email, accountId: account.id, ...letter });
    const owner = `account:${account.id}` as const;
    await forgetDevices(tx, owner);
    return rememberDevice(tx, now, owner, device);
  });
  device.save(deviceToken);
}
