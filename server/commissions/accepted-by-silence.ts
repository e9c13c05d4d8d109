import { dayInWords } from '#contract/shop/day-in-words.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';
import { readSetting } from '../platform/settings/settings.ts';
import { changedAmong } from './delivery.ts';

const day = 86_400_000;
/** How many days after a delivery its buyer is reminded of it. */
export const reminderDays = [14, 21] as const;
/** When silence counts as the studio has set. */
export const endDays = 28;
/** The `reminders` of a delivery whose silence has been dealt with. */
export const ended = reminderDays.length + 1;
/** The `reminders` of one whose buyer wasn't told in time, twice, that silence counts as accepted: a person decides. */
export const forPerson = ended + 1;

/**
 * When those deliveries count as accepted without an answer, by request. The others never do: the studio hasn't chosen it,
 * or somebody has written since, or changed the design, or their buyers weren't told in time, or can't sign in to answer.
 */
export async function acceptedBySilence(
  reader: Reader,
  requestIds: readonly string[],
): Promise<Map<string, Date>> {
  const { silence } = (await readSetting(reader, 'commissionRules')).value;
  if (silence !== 'accepted' || requestIds.length === 0) return new Map();
  const rows = await unansweredDeliveries(reader)
    .where('customRequests.id', 'in', requestIds)
    .where('reminders', '<', ended)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts')
            .select('accounts.id')
            .whereRef('accounts.id', '=', 'customRequests.accountId')
            .where('accounts.status', '=', 'rejected'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('threadMessages')
            .select('threadMessages.id')
            .whereRef('threadId', '=', 'customRequests.id')
            .whereRef('threadMessages.createdAt', '>=', 'movedAt'),
        ),
      ),
    )
    .execute();
  const delivered = rows.map(({ requestId }) => requestId);
  const changed = await changedAmong(reader, delivered);
  return new Map(
    rows
      .filter(({ requestId }) => !changed.has(requestId))
      .map(({ requestId, movedAt }) => [requestId, new Date(Date.parse(movedAt) + endDays * day)]),
  );
}

/** The last delivery of each request that waits for its buyer. */
export function unansweredDeliveries(reader: Reader) {
  return reader
    .selectFrom('customRequests')
    .innerJoin('commissionMoves', 'requestId', 'customRequests.id')
    .select(['requestId', 'commissionMoves.id as moveId', 'movedAt', 'reminders'])
    .where('state', '=', 'delivered')
    .where('move', '=', 'deliver')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('commissionMoves as later')
            .select('later.id')
            .whereRef('later.requestId', '=', 'customRequests.id')
            .whereRef('later.id', '>', 'commissionMoves.id'),
        ),
      ),
    );
}

/** What a mail says about it; nothing for one that never counts. */
export function silenceWords({ timeZone = 'UTC' }: Letterhead, at: Date | undefined): string[] {
  if (!at) return [];
  const date = dayInWords(dayIn(timeZone, at));
  return [`If you don’t answer before ${date}, it counts as accepted.`];
}
