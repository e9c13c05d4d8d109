import { type AuditedChange, makeAuditedChange } from '../database/change.ts';
import type { Services } from '../services.ts';

/** The actions recorded in the audit log. */
export type StudioAction =
  | 'made a backup'
  | 'downloaded a backup'
  | 'exported'
  | 'retried e-mails'
  | 'invited to the studio'
  | 'removed from the studio'
  | 'accepted the invitation'
  | 'signed in'
  | 'signed out'
  | 'approved a buyer'
  | 'rejected a buyer'
  | 'signed a buyer out'
  | 'gave a design'
  | 'revoked a download'
  | 'restored a download'
  | 'resent a receipt'
  | 'released an order in review'
  | 'cancelled an order in review'
  | 'started a refund'
  | 'refunded'
  | 'had a refund refused'
  | 'closed a refund as not made'
  | 'changed the settings'
  | 'changed notifications'
  | 'changed the search words'
  | 'published a licence text'
  | 'added a picture'
  | 'cancelled an upload'
  | 'retried failed processing'
  | 'reordered the pictures'
  | 'deleted a picture'
  | 'added a file'
  | 'replaced a file'
  | 'renamed a file'
  | 'reordered the files'
  | 'deleted a file'
  | 'created a design'
  | 'changed a design'
  | 'changed a price'
  | 'published a design'
  | 'retired a design'
  | 'moved a design back to draft'
  | 'deleted a design'
  | 'started a bulk change'
  | 'undid a bulk change'
  | 'added a category'
  | 'renamed a category'
  | 'deleted a category'
  | 'created a coupon'
  | 'changed a coupon'
  | 'switched a coupon off'
  | 'switched a coupon on'
  | 'added a featured picture'
  | 'described a featured picture'
  | 'removed a featured picture'
  | 'reordered the featured pictures'
  | 'uploaded an import file'
  | 'started an import'
  | 'stopped an import'
  | 'discarded an import file'
  | 'retried pictures'
  | 'imported a design'
  | 'opened customs'
  | 'closed customs'
  | 'answered a custom request'
  | 'changed a custom request’s status';

/** What an audit line records of its subject: never a password, a token, a code or a secret. */
type Seen = Readonly<Record<string, string | number | boolean | null>> | null;

/** The actor for commands run on the server, which need no account. */
export const terminal = 'terminal';

/** The audit log stores only this many characters of a long text. */
const maxSeen = 200;

export function seenText(text: string): string {
  return text.length > maxSeen ? `${text.slice(0, maxSeen)}…` : text;
}

/** The actor for what the shop does on its own. */
export const shopItself = 'the shop itself';

/** Adds an audit line, in the transaction of the action. */
export async function recordAction(
  { tx, now, actorId }: AuditedChange,
  line: {
    readonly action: StudioAction;
    readonly subjectId: string;
    readonly before: Seen;
    readonly after: Seen;
  },
): Promise<void> {
  const asText = (seen: Seen) => (seen === null ? null : JSON.stringify(seen));
  await tx
    .insertInto('auditLines')
    .values({
      at: now.toISOString(),
      actorId,
      action: line.action,
      subjectId: line.subjectId,
      before: asText(line.before),
      after: asText(line.after),
    })
    .execute();
}

/** Records in the audit log who exported data. */
export function recordExport(
  services: Pick<Services, 'database' | 'clock'>,
  actorId: string,
  action: StudioAction,
  subjectId: string,
): Promise<void> {
  return makeAuditedChange(services, actorId, (change) =>
    recordAction(change, { action, subjectId, before: null, after: null }),
  );
}
