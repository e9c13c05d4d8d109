import type { AuditLine } from '#contract/studio/audit.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import type { Database } from '../database/open.ts';
import { listPage, pageOffset } from '../http/list-page.ts';

/** A page of the audit log, newest first, with the e-mail of who did it. */
export async function auditPage(read: Database['read'], page: number) {
  const { total } = await read
    .selectFrom('auditLines')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await read
    .selectFrom('auditLines')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'auditLines.actorId')
    .select([
      'auditLines.id',
      'auditLines.at',
      'auditLines.actorId',
      'auditLines.action',
      'auditLines.subjectId',
      'auditLines.before',
      'auditLines.after',
      'studioAccounts.email',
    ])
    .orderBy('auditLines.id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  const items = rows.map(({ email, actorId, before, after, ...line }) => ({
    ...line,
    actor: email ?? actorId,
    before: seen(before),
    after: seen(after),
  }));
  return listPage(items, total);
}

function seen(json: string | null): AuditLine['before'] {
  return json === null ? null : (JSON.parse(json) as AuditLine['before']);
}
