import type { Hono } from 'hono';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import type { AppServices } from '#server/services.ts';
import { byRow } from './open-new-database.ts';
import { callStudio } from './studio-call.ts';

/** Asks for a staff member's new password and returns the token of the mailed link. */
export async function staffResetToken(
  app: Hono,
  { database }: AppServices,
  email: string,
): Promise<string> {
  await callStudio(app, 'requestReset', { body: { email } });
  const { text } = await database.read
    .selectFrom('mailOutbox')
    .select('text')
    .where('recipient', '=', email)
    .where('text', 'like', '%/studio/reset#token=%')
    // Ids of the same instant have no order.
    .orderBy(byRow(database.read), 'desc')
    .executeTakeFirstOrThrow();
  return /#token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** The same, with an owner asked to confirm; returns the id of the request too. */
export async function askedReset(app: Hono, services: AppServices, email: string) {
  const token = await staffResetToken(app, services, email);
  await callStudio(app, 'askOwner', { body: { token } });
  const { id } = await services.database.read
    .selectFrom('studioResets')
    .select('id')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return { token, id };
}
