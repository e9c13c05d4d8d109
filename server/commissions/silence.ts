import { studioRequestPath } from '#contract/studio/commissions.ts';
import { makeChange } from '../platform/database/change.ts';
import type { Reader } from '../platform/database/open.ts';
import { attemptEach } from '../platform/jobs/attempt-each.ts';
import { type Job, repeat } from '../platform/jobs/repeat.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import {
  acceptedBySilence,
  endDays,
  ended,
  forPerson,
  reminderDays,
  silenceWords,
  unansweredDeliveries,
} from './accepted-by-silence.ts';
import { beingPaid } from './paying-orders.ts';
import { reconcileStates } from './reconcile-states.ts';
import { fitToSlots } from './slots.ts';
import { hasNoAccess, mailBuyer, shutOutWords, tellBuyer } from './tell-buyer.ts';
import { type RequestRow, transition } from './transition.ts';

type NeededServices = Pick<Services, 'database' | 'clock' | 'env'>;

const day = 86_400_000;
const everyMs = 600_000;
/** The first time waits until the start is over. */
const firstMs = 60_000;
/** The last day after a delivery on which a second reminder still leaves its buyer time enough. */
const lastReminderDay = 24;

/** Ends quotes whose time is over, and mails their buyers. Of several processes, one does it. */
export async function expireQuotes(services: NeededServices): Promise<void> {
  const { database, clock, env } = services;
  const isOver = clock().toISOString();
  await attemptEach(await endedQuotes(database.read, isOver).execute(), ({ id }) =>
    makeChange(services, async (change) => {
      // Since then it may have been answered, paid, quoted again or deleted.
      const ended = endedQuotes(change.tx, isOver).where('customRequests.id', '=', id);
      if (!(await ended.executeTakeFirst())) return;
      await tellBuyer(change, env, await transition(change, id, 'expire', 'shop'));
    }),
  );
}

/** The requests whose quote in force is over, and isn't just being paid. */
function endedQuotes(reader: Reader, isOver: string) {
  return reader
    .selectFrom('customRequests')
    .innerJoin('quotes', 'requestId', 'customRequests.id')
    .select('customRequests.id')
    .where('state', '=', 'quoted')
    .where('validUntil', '<=', isOver)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotes as newer')
            .select('newer.version')
            .whereRef('newer.requestId', '=', 'customRequests.id')
            .whereRef('newer.version', '>', 'quotes.version'),
        ),
      ),
    )
    .where('customRequests.id', 'not in', beingPaid(reader));
}

/**
 * Reminds buyers of what was delivered, twice. After 28 days their silence counts as accepted if the studio has chosen that
 * and both reminders said so in time, and as long as the studio hasn't written since; otherwise a person decides. Of several
 * processes, one does it.
 */
export async function endSilence(services: NeededServices): Promise<void> {
  const { database, clock } = services;
  const now = clock().getTime();
  const silent = await unansweredDeliveries(database.read)
    .where('movedAt', '<=', new Date(now - reminderDays[0] * day).toISOString())
    .where('reminders', '!=', ended)
    .execute();
  await attemptEach(silent, async ({ requestId, moveId, movedAt, reminders }) => {
    const days = (now - Date.parse(movedAt)) / day;
    const due = days >= endDays ? ended : reminderDays.filter((each) => days >= each).length;
    if (due === ended || due > reminders) {
      await goOn(services, { requestId, moveId, days, due, reminders });
    }
  });
}

interface Step {
  readonly requestId: string;
  /** The delivery. */
  readonly moveId: number;
  /** Since then. */
  readonly days: number;
  /** How often its buyer was reminded, and is then. */
  readonly reminders: number;
  readonly due: number;
}

function goOn(
  services: NeededServices,
  { requestId, moveId, days, reminders, due }: Step,
): Promise<void> {
  return makeChange(services, async (change) => {
    const { tx } = change;
    const acceptedAt = (await acceptedBySilence(tx, [requestId])).get(requestId);
    const isInTime = due < 2 || (reminders === 1 && days <= lastReminderDay);
    const isTold = acceptedAt !== undefined && isInTime;
    // Of several processes, only the one that sets it goes on.
    const claimed = await tx
      .updateTable('commissionMoves')
      .set({ reminders: due === reminderDays.length && !isTold ? forPerson : due })
      .where('id', '=', moveId)
      .where('reminders', '=', reminders)
      .returning('id')
      .executeTakeFirst();
    const request = await tx
      .selectFrom('customRequests')
      .selectAll()
      .where('id', '=', requestId)
      .executeTakeFirst();
    if (!claimed || request?.state !== 'delivered') return;
    if (due < ended) return remind(services, change, request, isTold ? acceptedAt : undefined);
    if (acceptedAt && reminders === reminderDays.length) {
      const note = 'Since you haven’t answered for four weeks, it counts as accepted.';
      const accepted = await transition(change, requestId, 'accept', 'shop', note);
      await tellBuyer(change, services.env, accepted, note);
    } else await askStudio(services, change, request);
  });
}

type Change = Parameters<typeof tellBuyer>[0];

async function remind(
  { env }: NeededServices,
  change: Change,
  request: RequestRow,
  acceptedAt: Date | undefined,
): Promise<void> {
  const head = await letterhead(change.tx, env);
  await mailBuyer(change, env, request, (path, isShutOut) =>
    writeLetter(head, {
      subject: `Your custom design from ${head.studioName}`,
      paragraphs: [
        'Hello,',
        'Your custom design is ready, and we haven’t heard from you. Please look at it, and accept it or ask for changes.',
        ...silenceWords(head, acceptedAt),
        ...(isShutOut ? shutOutWords : []),
      ],
      ...(!isShutOut && { action: { label: 'See your design', path } }),
    }),
  );
}

async function askStudio(
  { env }: NeededServices,
  change: Change,
  { id, name, accountId }: RequestRow,
): Promise<void> {
  const head = await letterhead(change.tx, env);
  const isShutOut = await hasNoAccess(change.tx, accountId);
  const path = studioRequestPath(id);
  await notifyStudio(change, env, {
    kind: 'request',
    subjectId: id,
    title: 'A delivered design has had no answer for four weeks',
    path,
    letter: writeLetter(head, {
      subject: `${name} hasn’t answered for four weeks`,
      paragraphs: [
        `${name} was reminded of the custom design that you delivered, but hasn’t answered. You can accept it in their name, or write to them.`,
        ...(isShutOut ? ['Their account was rejected, so they can answer by e-mail only.'] : []),
      ],
      action: { label: 'Open the request', path },
    }),
  });
}

/** Requests are also deleted, together with an account or by retention, which frees their slots. */
function reopenIfFree(services: NeededServices): Promise<void> {
  return makeChange(services, fitToSlots);
}

/** Does all that time brings about, after what the version before did. @throws AggregateError of what failed; the rest is done all the same */
export function passTime(services: NeededServices): Promise<void> {
  return attemptEach([reconcileStates, expireQuotes, endSilence, reopenIfFree], (work) =>
    work(services),
  );
}

/** Does so every ten minutes, until stopped. */
export function startCommissionTimes(services: Services): Job {
  return repeat(
    { everyMs, firstMs },
    () => passTime(services),
    (error) => services.log.error({ err: error }, 'ending quotes and silence failed'),
  );
}
