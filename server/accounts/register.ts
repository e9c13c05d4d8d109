import { messages } from '#contract/messages/messages.ts';
import type { RegisterBody } from '#contract/shop/account.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { askForNews } from '../news/consents.ts';
import { newId } from '../platform/database/new-id.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import { Problem } from '../platform/http/problem.ts';
import { registered } from '../platform/mail/account-letters.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { isEmailTaken } from './is-email-taken.ts';
import { licenceColumns } from './licence-columns.ts';
import { waitingNotice } from './waiting-notice.ts';

/** Creates a pending account and mails a welcome. @throws INVALID, TOO_MANY, EMAIL_TAKEN */
export async function register(
  services: Services,
  body: RegisterBody,
  address: string,
  makeLast: MakeLastChange<CallAnswer<'register'>>,
): Promise<CallAnswer<'register'>> {
  const key = emailKey(body.email);
  await countAttempt(services, 'register', { address }, key);
  assertUncommonPassword(body.password);
  const licence = licenceColumns(body);
  // Hashed before the lookup, so that a taken e-mail takes as long as a free one.
  const passwordHash = await services.passwords.hash(body.password);
  return makeLast(async (change) => {
    const { tx, now } = change;
    const accountId = newId(now);
    if (await isEmailTaken(change, key)) throw emailTaken();
    const row = await tx
      .insertInto('accounts')
      .values({
        id: accountId,
        email: body.email,
        emailKey: key,
        passwordHash,
        firstName: body.firstName,
        lastName: body.lastName,
        ...licence,
        avatarUrl: null,
        status: 'pending',
        isDemo: 0,
        createdAt: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column('emailKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw emailTaken();
    const head = await letterhead(tx, services.env);
    await queueMail(change, { recipient: body.email, accountId, ...registered(head) });
    if (body.news !== undefined) {
      await askForNews(change, services, accountId, { place: 'sign_up', words: body.news });
    }
    await notifyStudio(change, services.env, waitingNotice(head, { id: accountId, ...licence }));
    return { message: messages.signUp.done };
  });
}

function emailTaken(): Problem {
  const text = 'An account with this e-mail already exists. Sign in or reset your password.';
  return new Problem('EMAIL_TAKEN', text, { fields: { email: text } });
}
