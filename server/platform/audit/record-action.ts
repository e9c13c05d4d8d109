import type { StudioAction } from '#contract/studio/audit-actions.ts';
import { type AuditedChange, makeAuditedChange } from '../database/change.ts';
import type { Services } from '../services/services.ts';

/** What an audit line records of its subject: never a password, a token, a code or a secret. */
type SeenFields = Readonly<Record<string, string | number | boolean | null>>;
type Seen = SeenFields | null;

/** The actor for commands run on the server, which need no account. */
export const terminal = 'terminal';

/** The audit log stores only this many characters of a long text. */
const maxSeen = 200;

export function seenText(text: string): string {
  return text.length > maxSeen ? `${text.slice(0, maxSeen)}…` : text;
}

/** Only the fields that differ, with long texts cut. */
export function differences(
  before: SeenFields,
  after: SeenFields,
): { readonly before: SeenFields; readonly after: SeenFields } {
  const fields = Object.keys(after).filter((field) => before[field] !== after[field]);
  const pick = (seen: SeenFields) =>
    Object.fromEntries(
      fields.map((field) => {
        const value = seen[field] ?? null;
        return [field, typeof value === 'string' ? seenText(value) : value];
      }),
    );
  return { before: pick(before), after: pick(after) };
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
