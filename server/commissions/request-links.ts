import { randomBytes } from 'node:crypto';
import { requestLinkPath } from '#contract/shop/own-paths.ts';
import { linkMessages } from '#contract/shop/own-request.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';

const day = 86_400_000;
/** Each mail has a new link. */
const linkLifeMs = 180 * day;

/** The token of a new link in a mail, and what is stored of it. */
export function newLink(now: Date) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + linkLifeMs).toISOString();
  return { token, stored: { tokenHash: hashToken(token), expiresAt } };
}

/** The path of a page that shows a request without an account, for a mail to its sender. */
export async function makeRequestLink({ tx, now }: Change, requestId: string): Promise<string> {
  const { token, stored } = newLink(now);
  await tx
    .insertInto('requestLinks')
    .values({ ...stored, requestId })
    .execute();
  return requestLinkPath(token);
}

/** The request that a link opens. @throws NOT_FOUND */
export async function requestOfLink(reader: Reader, token: string, now: Date): Promise<string> {
  const link = await reader
    .selectFrom('requestLinks')
    .select('requestId')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  if (!link) throw new Problem('NOT_FOUND', linkMessages.ended);
  return link.requestId;
}
