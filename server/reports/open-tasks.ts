import type { ExpressionBuilder } from 'kysely';
import { isAllowed, type StaffRole } from '#contract/studio/call.ts';
import { teamCalls } from '#contract/studio/team.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Database } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { countFailedMails } from '../platform/mail/failed-mails.ts';
import { countResetRequests } from '../staff/reset-requests.ts';

type Read = Database['read'];

/** The tasks counted in the studio's menu. Their sum is the badge. Only what somebody with this role may do. */
export async function countWaiting(read: Read, now: Date, role: StaffRole) {
  const [buyers, orders, customs, threads, designReviews, resets] = await Promise.all([
    countBuyers(read),
    countReviews(read),
    countRequests(read),
    countThreads(read),
    countDesignReviews(read),
    isAllowed(teamCalls.confirmReset.access, role) ? countResetRequests(read, now) : 0,
  ]);
  return { buyers, orders, customs, threads, designReviews, resets };
}

/** The tasks listed on the studio's first screen. */
export async function countToday(read: Read, now: Date) {
  const [approvals, customs, reviews, failedMails, designReviews, unpublished, stoppedNewsletters] =
    await Promise.all([
      countBuyers(read),
      countRequests(read),
      countReviews(read),
      countFailedMails(read, now),
      countDesignReviews(read),
      countOf(read.selectFrom('plannedPublications').where('hasFailed', '=', 1)),
      countOf(
        read
          .selectFrom('newsletters')
          .where('state', '=', 'stopped')
          .where('stopReason', 'is distinct from', 'staff'),
      ),
    ]);
  const ofMails = { failedMails, stoppedNewsletters };
  return { approvals, customs, reviews, ...ofMails, designReviews, unpublished };
}

const openRequest = ({ selectFrom }: ExpressionBuilder<Tables, 'threads'>) =>
  selectFrom('customRequests')
    .select('customRequests.id')
    .whereRef('customRequests.id', '=', 'threads.requestId')
    .where('status', '=', 'open');

/** Conversations that wait for an answer; a request that does is counted itself. */
const countThreads = (read: Read) =>
  countOf(
    read
      .selectFrom('threads')
      .where('waitingSince', 'is not', null)
      .where((row) =>
        row.or([row('requestId', 'is', null), row.not(row.exists(openRequest(row)))]),
      ),
  );

/** Reviews of designs that nobody has approved or declined. */
const countDesignReviews = (read: Read) =>
  countOf(read.selectFrom('reviews').where('state', '=', 'waiting'));

/** Buyers who wait for approval. */
const countBuyers = (read: Read) =>
  countOf(
    read.selectFrom('accounts').where('status', '=', 'pending').where('deletedAt', 'is', null),
  );

/** Orders whose payment somebody has to look at. */
const countReviews = (read: Read) =>
  countOf(read.selectFrom('orders').where('state', '=', 'review'));

/** Custom requests without an answer. */
const countRequests = (read: Read) =>
  countOf(read.selectFrom('customRequests').where('status', '=', 'open'));
