import type { Hono } from 'hono';
import {
  type CommissionDetails,
  type CommissionStatus,
  commissionMessages,
} from '#contract/studio/commissions.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, type Change, makeAuditedChange } from '../platform/database/change.ts';
import type { Database, Reader } from '../platform/database/open.ts';
import { attachment } from '../platform/files/safe-name.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { studioRecipients } from '../platform/mail/studio-recipients.ts';
import type { Services } from '../platform/services/services.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { openOrCloseCommissions } from './open-or-close.ts';
import { customReply } from './request-letter.ts';
import { subscribersOf } from './subscribers.ts';
import { transition } from './transition.ts';

/** The studio's routes for its inbox of custom requests, and the switch that opens and closes them. */
export function studioCommissionRoutes(app: Hono, services: Services): void {
  const { database, env } = services;

  serveStudio(app, services, 'customsState', () => readState(database.read));

  serveStudio(app, services, 'setCustomsState', ({ account, body: { status } }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      await openOrCloseCommissions(change, status);
      return readState(tx);
    }),
  );

  serveStudio(app, services, 'deskRequests', ({ query }) =>
    requestPage(database.read, query.page, query.status),
  );

  serveStudio(app, services, 'deskRequest', ({ params }) => readLetter(database.read, params.id));

  serveStudio(app, services, 'deskPicture', ({ params }) => pictureAnswer(services, params.id));

  serveStudio(app, services, 'replyToRequest', ({ account, params, body }) =>
    makeAuditedChange(services, account.id, (change) => reply(change, env, params.id, body)),
  );

  serveStudio(app, services, 'moveRequest', ({ account, params: { id }, body: { status, from } }) =>
    makeAuditedChange(services, account.id, async (change) => {
      const { tx } = change;
      const before = await readLetter(tx, id);
      if (before.status === status) return before;
      if (before.status !== from) throw new Problem('CHANGED_MEANWHILE', commissionMessages.moved);
      if (status === 'closed') {
        await transition(change, id, 'close', { staffId: account.id });
      } else {
        if (from === 'closed') await transition(change, id, 'reopen', { staffId: account.id });
        await setStatus(change, id, status);
      }
      const line = { action: 'commission.status_changed', subjectId: id } as const;
      const seen = { before: { status: before.status }, after: { status } };
      await recordAction(change, { ...line, ...seen });
      return readLetter(tx, id);
    }),
  );
}

async function readState(reader: Reader) {
  const { value: status, updatedAt } = await readSetting(reader, 'customStatus');
  const { listeners } = await subscribersOf(reader)
    .select((eb) => eb.fn.countAll<number>().as('listeners'))
    .executeTakeFirstOrThrow();
  return { status, updatedAt, listeners };
}

function summaries(reader: Reader) {
  return reader.selectFrom('customRequests').select((request) => [
    'id as _id',
    'name',
    'email',
    'designType',
    'status',
    'createdAt',
    request
      .selectFrom('customRequestImages')
      .select((image) => image.fn.countAll<number>().as('count'))
      .whereRef('requestId', '=', 'customRequests.id')
      .$asScalar()
      .$notNull()
      .as('pictures'),
  ]);
}

async function requestPage(read: Database['read'], page: number, status: CommissionStatus) {
  const { total } = await read
    .selectFrom('customRequests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  const direction = status === 'open' ? 'asc' : 'desc';
  const items = await summaries(read)
    .where('status', '=', status)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return listPage(items, total);
}

/** @throws NOT_FOUND */
async function readLetter(reader: Reader, id: string): Promise<CommissionDetails> {
  const request = await summaries(reader)
    .select('description')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!request) throw new Problem('NOT_FOUND', commissionMessages.gone);
  const pictures = await reader
    .selectFrom('customRequestImages')
    .select('id')
    .where('requestId', '=', id)
    .orderBy('position')
    .execute();
  const replies = await reader
    .selectFrom('customReplies')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'customReplies.authorId')
    .select([
      'customReplies.id as _id',
      'customReplies.authorId',
      'studioAccounts.email',
      'customReplies.text',
      'customReplies.createdAt',
    ])
    .where('requestId', '=', id)
    .orderBy('customReplies.createdAt')
    .orderBy('customReplies.id')
    .execute();
  return {
    ...request,
    pictureIds: pictures.map((picture) => picture.id),
    replies: replies.map(({ email, authorId, ...written }) => ({
      ...written,
      author: email ?? authorId,
    })),
  };
}

/** A picture sent by a stranger: a download that can't run as a page and that nobody caches. @throws NOT_FOUND */
async function pictureAnswer({ database, files }: Services, id: string): Promise<Response> {
  const picture = await database.read
    .selectFrom('customRequestImages')
    .select(['upload', 'position'])
    .where('id', '=', id)
    .executeTakeFirst();
  const bytes = picture && (await files.readUpload(picture.upload));
  if (!bytes) throw new Problem('NOT_FOUND', commissionMessages.pictureGone);
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': attachment(`reference-${picture.position + 1}.jpg`),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Stores a reply and mails it; a repeat with the same id does neither. @throws NOT_FOUND */
async function reply(
  change: AuditedChange,
  mailSettings: MailSettings,
  id: string,
  { replyId, text }: { readonly replyId: string; readonly text: string },
): Promise<CommissionDetails> {
  const { tx, now, actorId } = change;
  const request = await tx
    .selectFrom('customRequests')
    .select(['accountId', 'name', 'email', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!request) throw new Problem('NOT_FOUND', commissionMessages.gone);
  const written = await tx
    .insertInto('customReplies')
    .values({ id: replyId, requestId: id, authorId: actorId, text, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return readLetter(tx, id);
  const [studio] = await studioRecipients(tx, mailSettings);
  await queueMail(change, {
    ...customReply(await letterhead(tx, mailSettings), { name: request.name, text }),
    recipient: request.email,
    accountId: request.accountId ?? undefined,
    ...(studio !== undefined && { replyTo: studio }),
  });
  if (request.status === 'open') await setStatus(change, id, 'answered');
  const line = { action: 'commission.answered', subjectId: id } as const;
  await recordAction(change, { ...line, before: { status: request.status }, after: { replyId } });
  return readLetter(tx, id);
}

async function setStatus(
  { tx }: Change,
  id: string,
  status: Exclude<CommissionStatus, 'closed'>,
): Promise<void> {
  if (status === 'answered') await withdrawNotice(tx, 'request', id);
  await tx.updateTable('customRequests').set({ status }).where('id', '=', id).execute();
}
