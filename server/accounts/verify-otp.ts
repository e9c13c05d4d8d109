import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { counted } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { codeSecret, newStepToken, stepEnded } from './reset-steps.ts';

/** How long the buyer has to choose a new password after a correct code. */
const choosingMs = 15 * 60_000;

/**
 * Trades a one-time code for a token that sets a password once. Takes a try, in one statement, before
 * comparing anything, so that simultaneous guesses count like consecutive ones.
 * @throws CODE_REFUSED for a wrong code while tries are left, otherwise CODE_ENDED; TOO_MANY
 */
export async function verifyOtp(
  services: Services,
  body: CallInput<'verifyOtp'>['body'],
  address: string,
  makeLast: MakeLastChange<CallAnswer<'verifyOtp'>>,
): Promise<CallAnswer<'verifyOtp'>> {
  const { database, clock, passwords } = services;
  const tokenHash = hashToken(body.token);
  const nowAt = clock().toISOString();
  const step = await database.write((tx) =>
    tx
      .updateTable('resetSteps')
      .set((set) => ({ triesLeft: set('triesLeft', '-', 1) }))
      .where('tokenHash', '=', tokenHash)
      .where('triesLeft', '>', 0)
      .where('expiresAt', '>=', nowAt)
      .returning(['accountId', 'colleagueId', 'codeHash', 'triesLeft'])
      .executeTakeFirst(),
  );
  if (!step) {
    // Counts only unknown tokens, so that strangers at the same address can't block a mailed code.
    await countAttempt(services, 'verifyOtp', { address }, null);
    throw stepEnded();
  }
  const code = String(body.otp).padStart(limits.otpDigits, '0');
  const matches = await passwords.matches(codeSecret(body.token, code), step.codeHash);
  const { accountId, colleagueId } = step;
  const isSomebodys = accountId !== null || colleagueId !== null;
  if (!matches || !isSomebodys) throw refused(step.triesLeft);
  const token = newStepToken();
  const expiresAt = new Date(clock().getTime() + choosingMs).toISOString();
  return makeLast(async ({ tx }) => {
    const used = await tx
      .deleteFrom('resetSteps')
      .where('tokenHash', '=', tokenHash)
      .returning(['emailHash', 'requesterHash'])
      .executeTakeFirst();
    if (!used) throw stepEnded();
    if (accountId !== null) {
      // The code was mailed to the account's address: a change of it ends the steps.
      await tx
        .updateTable('accounts')
        .set(({ ref }) => ({ confirmedEmailKey: ref('emailKey') }))
        .where('id', '=', accountId)
        .execute();
    }
    await tx
      .insertInto('resetSteps')
      .values({
        tokenHash: hashToken(token),
        ...used,
        accountId,
        colleagueId,
        codeHash: null,
        // No tries: this token isn't for a code.
        triesLeft: 0,
        expiresAt,
      })
      .execute();
    return { token };
  });
}

function refused(triesLeft: number): Problem {
  if (triesLeft === 0) return stepEnded();
  const left = counted(triesLeft, 'try', 'tries');
  return new Problem('CODE_REFUSED', `Incorrect code. You have ${left} left.`);
}
