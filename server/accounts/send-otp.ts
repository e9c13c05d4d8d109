import { randomInt } from 'node:crypto';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { oneTimeCode } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';
import { deviceOwner, knownDevice } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { findPerson } from './find-person.ts';
import { codeSecret, newStepToken } from './reset-steps.ts';

/** Time allowed beyond the countdown on the screen, for the answer and the code to travel. */
const graceSeconds = 30;
const maxAttempts = 3;

/**
 * Mails a one-time code and returns the token it is bound to (OP-26). An earlier code for the same e-mail
 * ends if the same known device, or the same address, asks again. For an unknown e-mail the same statements
 * run, but the code belongs to no account and its mail has no recipient.
 * @throws TOO_MANY
 */
export async function sendOtp(
  services: Services,
  body: CallInput<'sendOtp'>['body'],
  { address, device }: Caller,
): Promise<CallAnswer<'sendOtp'>> {
  const { database, env, passwords } = services;
  const key = emailKey(body.email);
  const find = async (reader: Reader) => {
    const person = await findPerson(reader, key);
    return person?.isDemo === 1 && env.isProduction ? null : person;
  };
  const found = await find(database.read);
  const known = await knownDevice(database.read, found && deviceOwner(found), device);
  await countAttempt(services, 'sendOtp', { address, knownDevice: known }, key);
  const requesterHash = hashEmail(known ?? address);
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, '0');
  const token = newStepToken();
  const codeHash = await passwords.hash(codeSecret(token, code));
  const emailHash = hashEmail(key);
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const expiresAt = new Date(now.getTime() + (limits.otpSeconds + graceSeconds) * 1000);
    // Hashing takes a while: checks for a deletion or another e-mail in the meantime.
    const person = await find(tx);
    const accountId = person?.colleagueId === null ? person.id : null;
    await tx
      .deleteFrom('resetSteps')
      .where('emailHash', '=', emailHash)
      .where('requesterHash', '=', requesterHash)
      .where('codeHash', 'is not', null)
      .execute();
    await tx
      .insertInto('resetSteps')
      .values({
        tokenHash: hashToken(token),
        emailHash,
        requesterHash,
        accountId,
        colleagueId: person?.colleagueId ?? null,
        codeHash,
        triesLeft: maxAttempts,
        expiresAt: expiresAt.toISOString(),
      })
      .execute();
    const letter = oneTimeCode(await letterhead(tx, env), code);
    await queueMail(change, {
      recipient: person?.email ?? null,
      accountId: accountId ?? undefined,
      expiresAt,
      ...letter,
    });
  });
  return { token };
}
