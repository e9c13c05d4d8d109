import type * as v from 'valibot';
import { messages } from '#contract/messages/messages.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { customRequestSchema } from '#contract/shop/custom-request.ts';
import { studioRequestPath } from '#contract/studio/commissions.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import type { OnceRequest } from '../platform/http/idempotency.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { assertNotDeleted, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { mailSender } from './mail-sender.ts';
import { receiveForm, type Stored } from './receive-form.ts';
import { customRequestLetter } from './request-letter.ts';
import { fitToSlots, slotsLeft } from './slots.ts';

/** Enough for a few months, and less than any disk. */
const maxStoredBytes = 4 * 1024 ** 3;

type Fields = v.InferOutput<typeof customRequestSchema>;

/**
 * Receives a request for a custom design and returns the answer as JSON.
 * @throws CUSTOMS_CLOSED, and what `receiveForm` throws
 */
export function receiveRequest(
  services: Services,
  request: Request,
  account: SignedIn | null,
  keyed: Pick<OnceRequest, 'key' | 'scopes'>,
  address: string,
): Promise<string> {
  return receiveForm(services, request, {
    ...{ name: 'customRequest', body: customRequestSchema, keyed, address },
    ...{ storedBytes, maxStoredBytes },
    assertOpen: async () =>
      assertOpen((await readSetting(services.database.read, 'customStatus')).value),
    keep: (change, body, stored) => keep(change, services, account, body, stored),
  });
}

async function storedBytes(reader: Reader): Promise<number> {
  const { bytes } = await reader
    .selectFrom('customRequestImages')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** Stores the request and its pictures, and notifies the studio, in one transaction. */
async function keep(
  change: Change,
  services: Services,
  account: SignedIn | null,
  body: Fields,
  stored: readonly Stored[],
): Promise<CallAnswer<'customRequest'>> {
  const { tx, now } = change;
  const { env: mailSettings } = services;
  const left = await slotsLeft(change);
  assertOpen((await readSetting(tx, 'customStatus')).value);
  if (left !== null && left <= 0) assertOpen('Off');
  if (account) await assertNotDeleted(tx, account);
  const id = newId(now);
  const createdAt = now.toISOString();
  await tx
    .insertInto('customRequests')
    .values({ id, accountId: account?.id ?? null, ...body, createdAt })
    .execute();
  await fitToSlots(change);
  for (const [position, picture] of stored.entries()) {
    await tx
      .insertInto('customRequestImages')
      .values({ id: newId(now), requestId: id, position, ...picture })
      .execute();
  }
  const request = { id, ...body, pictures: stored.length };
  const letter = customRequestLetter(await letterhead(tx, mailSettings), request);
  const attachments = stored.map(({ upload }, position) => ({
    name: `reference-${position + 1}.jpg`,
    upload,
  }));
  await notifyStudio(change, mailSettings, {
    kind: 'request',
    subjectId: id,
    title: 'New custom request',
    path: studioRequestPath(id),
    letter,
    replyTo: body.email,
    attachments,
  });
  await mailSender(change, services, account?.id ?? null, request);
  return { data: { _id: id, createdAt } };
}

function assertOpen(status: 'On' | 'Off'): void {
  if (status !== 'On') throw new Problem('CUSTOMS_CLOSED', messages.custom.closed);
}
