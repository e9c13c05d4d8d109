import type { Transaction } from '../database/open.ts';
import type { Services } from '../services.ts';

/** The actions recorded in the audit log. */
export type StudioAction =
  | 'made a backup'
  | 'downloaded a backup'
  | 'exported'
  | 'tried mails again'
  | 'invited to the studio'
  | 'dismissed from the studio'
  | 'accepted the invitation'
  | 'signed in'
  | 'signed out'
  | 'approved a buyer'
  | 'rejected a buyer'
  | 'signed a buyer out'
  | 'gave a download'
  | 'took a download back'
  | 'gave a download back'
  | 'sent a receipt again'
  | 'granted an order in review'
  | 'gave up an order in review'
  | 'began a refund'
  | 'refunded'
  | 'was refused a refund'
  | 'closed a refund as not made'
  | 'set the brand'
  | 'set the search words'
  | 'published a licence text'
  | 'added a picture'
  | 'cancelled an upload'
  | 'tried failed work again'
  | 'put the pictures in order'
  | 'deleted a picture'
  | 'added a file'
  | 'replaced a file'
  | 'renamed a file'
  | 'put the files in order'
  | 'deleted a file'
  | 'began a design'
  | 'changed a design'
  | 'changed a price'
  | 'published a design'
  | 'retired a design'
  | 'took a design back to a draft'
  | 'deleted a design'
  | 'added a category'
  | 'renamed a category'
  | 'deleted a category'
  | 'made a coupon'
  | 'changed a coupon'
  | 'switched a coupon off'
  | 'switched a coupon on'
  | 'added a featured picture'
  | 'described a featured picture'
  | 'removed a featured picture'
  | 'ordered the featured pictures'
  | 'read a file to import'
  | 'began an import'
  | 'stopped an import'
  | 'asked for pictures again'
  | 'imported a design'
  | 'opened customs'
  | 'closed customs'
  | 'answered a custom request'
  | 'moved a custom request';

/** What an audit line records of its subject: never a password, a token, a code or a secret. */
type Seen = Readonly<Record<string, string | number | boolean | null>> | null;

/** The actor for commands run on the server, which need no account. */
export const terminal = 'terminal';

/** The audit log stores only this many characters of a long text. */
const mostSeen = 200;

export function seenText(text: string): string {
  return text.length > mostSeen ? `${text.slice(0, mostSeen)}…` : text;
}

/** The actor for what the shop does on its own. */
export const shopItself = 'the shop itself';

/** Adds an audit line, in the transaction of the action. `actorId` is a staff member's id, `terminal` or `shopItself`. */
export async function recordAction(
  tx: Transaction,
  now: Date,
  line: {
    readonly actorId: string;
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
      who: line.actorId,
      what: line.action,
      target: line.subjectId,
      before: asText(line.before),
      after: asText(line.after),
    })
    .execute();
}

/** Records in the audit log who exported data. */
export function recordExport(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  actorId: string,
  action: StudioAction,
  subjectId: string,
): Promise<void> {
  return database.write((tx) =>
    recordAction(tx, clock(), {
      actorId,
      action,
      subjectId,
      before: null,
      after: null,
    }),
  );
}
