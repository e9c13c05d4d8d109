import * as v from 'valibot';
import { accountStatuses } from '#contract/shop/account.ts';
import { staffRoles } from '#contract/studio/call.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { emailSchema } from '#contract/wire/fields.ts';
import { decideByEmail } from '../accounts/decide-buyer.ts';
import { type AccountEntry, listByStatus } from '../accounts/list-by-status.ts';
import { openOrCloseCommissions } from '../commissions/open-or-close.ts';
import { parseCouponCommand } from '../coupons/parse-coupon-command.ts';
import { makeCoupon } from '../coupons/studio-routes.ts';
import { changeKey } from '../licences/cards/keys.ts';
import { closeOverdueRefund } from '../orders/close-refund.ts';
import { decideReviewByNumber } from '../orders/decide-review.ts';
import type { OrderServices } from '../orders/payments/order-services.ts';
import { refreshReview } from '../orders/refresh-review.ts';
import { terminal } from '../platform/audit/record-action.ts';
import { CommandError } from '../platform/command-error.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { OrderState } from '../platform/database/tables.ts';
import { Problem } from '../platform/http/problem.ts';
import { readTimeZone } from '../platform/settings/settings.ts';
import { dismissByEmail, invitationHours, inviteToStudio } from '../staff/invite.ts';

export const studioHelp = `Run the studio from the terminal:

  npm run studio -- accounts [pending|approved|rejected]
  npm run studio -- approve EMAIL
  npm run studio -- reject EMAIL [REASON]
  npm run studio -- customs on|off
  npm run studio -- coupon CODE --percent 15 | --amount 5
        [--minimum 20]      minimum subtotal, in dollars
        [--from 2026-12-01] [--until 2026-12-31]   first and last day, in the shop’s time zone
        [--uses 100]        total uses
        [--once]            once per buyer
        [--product SKU] [--category NAME]          only these; can be repeated
  npm run studio -- order PW-NUMBER grant|void
        ends an order’s review: releases its files or cancels it; no money is moved
  npm run studio -- order PW-NUMBER refund-not-made
        marks a refund that is unconfirmed for a day as not made; first check it in PayPal
  npm run studio -- new-licence-key
        signs licence cards with a new key from now on; cards signed before stay valid
  npm run studio:invite EMAIL [owner|editor]
        invites a staff member: e-mails and prints a link to set a password and an authenticator.
        Also for somebody who lost everything: ends the old password, authenticator and sessions.
        Without a role, somebody known keeps theirs, and somebody new is an owner
  npm run studio -- dismiss EMAIL
        removes a staff member: sessions and invitation end at once

Buyers are e-mailed, with REASON if given; open custom requests are announced to those who asked. The shop can be running.`;

type Deps = Pick<OrderServices, 'database' | 'env' | 'clock' | 'gateway'>;
type Run = (deps: Deps, words: readonly string[]) => Promise<string>;

const commands: Readonly<Record<string, Run>> = {
  accounts: async ({ database, env }, [status, ...more]) => {
    assertNoMoreWords(more);
    const wanted = accountStatuses.find((known) => known === status) ?? null;
    if (status !== undefined && wanted === null) {
      throw new CommandError(`Unknown status: ${status}. Use ${accountStatuses.join(', ')}.`);
    }
    const entries = await listByStatus(database.read, wanted);
    const timeZone = await readTimeZone(database.read, env);
    return entries.map((entry) => describe(entry, timeZone)).join('\n') || 'No accounts.';
  },

  approve: async (deps, [email, ...more]) => {
    assertNoMoreWords(more);
    return decide(deps, email, 'approved');
  },

  reject: (deps, [email, ...reason]) => decide(deps, email, 'rejected', reason.join(' ')),

  customs: async (deps, [status, ...more]) => {
    assertNoMoreWords(more);
    if (status !== 'on' && status !== 'off')
      throw new CommandError('Use customs on or customs off.');
    const isChanged = await makeAuditedChange(deps, terminal, (change) =>
      openOrCloseCommissions(change, status === 'on' ? 'On' : 'Off'),
    );
    const state = status === 'on' ? 'open' : 'closed';
    return isChanged
      ? `Custom requests are now ${state}.`
      : `Custom requests were already ${state}.`;
  },

  coupon: async (deps, words) => {
    const coupon = await makeAuditedChange(deps, terminal, async (change) => {
      const wanted = await parseCouponCommand(
        change.tx,
        words,
        await readTimeZone(change.tx, deps.env),
      );
      await makeCoupon(change, wanted);
      return wanted;
    });
    return `Coupon ${coupon.code} created.`;
  },

  invite: async (deps, [email, ...words]) => {
    const role = staffRoles.find((known) => known === words[0]);
    assertNoMoreWords(role ? words.slice(1) : words);
    if (email === undefined) throw new CommandError('Missing argument: EMAIL');
    const wrong = `Not an e-mail address: ${email}`;
    const parsed = v.safeParse(emailSchema(wrong, wrong), email);
    if (!parsed.success) throw new CommandError(wrong);
    const link = await makeAuditedChange(deps, terminal, (change) =>
      inviteToStudio(change, deps.env, { email: parsed.output, ...(role && { role }) }),
    );
    return `${parsed.output} has been invited by e-mail. This link works once, for ${invitationHours} hours:\n${link}`;
  },

  dismiss: async (deps, [email, ...more]) => {
    assertNoMoreWords(more);
    if (email === undefined) throw new CommandError('Missing argument: EMAIL');
    const outcome = await makeAuditedChange(deps, terminal, (change) =>
      dismissByEmail(change, email),
    );
    if (outcome === 'missing') throw new CommandError(`No account has the e-mail ${email}.`);
    return outcome === 'done'
      ? `${email} can no longer sign in to the studio; all sessions ended.`
      : `${email} already had no access to the studio.`;
  },

  'new-licence-key': async (deps, words) => {
    assertNoMoreWords(words);
    const id = await makeAuditedChange(deps, terminal, (change) => changeKey(change));
    return `New licence cards are signed with the key ${id}. Cards signed before stay valid.`;
  },

  order: async (deps, [orderNumber, decision, ...more]) => {
    const { database, env } = deps;
    assertNoMoreWords(more);
    if (orderNumber === undefined) throw new CommandError('Missing argument: PW-NUMBER');
    if (decision === 'refund-not-made') {
      const orderId = await idOfOrder(database, orderNumber);
      await makeAuditedChange(deps, terminal, (change) => closeOverdueRefund(change, orderId));
      return `The refund for ${orderNumber} is marked as not made. The order can be refunded or reviewed again.`;
    }
    if (decision !== 'grant' && decision !== 'void') {
      throw new CommandError('End a review with grant or void.');
    }
    if (decision === 'grant') {
      await refreshReview(deps, await idOfOrder(database, orderNumber));
    }
    const state = await makeAuditedChange(deps, terminal, (change) =>
      decideReviewByNumber(change, env, orderNumber, decision),
    );
    if (state === null) throw new CommandError(`Order not found: ${orderNumber}`);
    if (state !== 'review') {
      throw new CommandError(`${orderNumber} is not in review; it is ${stateWords(state)}.`);
    }
    return decision === 'grant'
      ? `${orderNumber} is now paid. The buyer has the files and a receipt.`
      : `${orderNumber} is now cancelled. If a payment was taken, refund it in PayPal.`;
  },
};

/** The state of an order that isn't in review. */
function stateWords(state: OrderState): string {
  if (state === 'void') return 'cancelled';
  return state === 'paid' ? 'paid' : 'not paid yet';
}

/** Whether these words ask for help; no words at all do. */
export function isHelpWanted([name = 'help']: readonly string[]): boolean {
  return ['help', '--help', '-h'].includes(name);
}

/** Runs one command of the studio and returns what to print. @throws CommandError */
export async function runCommand(deps: Deps, words: readonly string[]): Promise<string> {
  const [name = '', ...rest] = words;
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!run) throw new CommandError(`Unknown command: ${name}\n\n${studioHelp}`);
  try {
    return await run(deps, rest);
  } catch (error) {
    // Refused by the shop's own rules.
    if (error instanceof Problem) throw new CommandError(error.message);
    throw error;
  }
}

async function decide(
  deps: Deps,
  email: string | undefined,
  status: 'approved' | 'rejected',
  reason = '',
): Promise<string> {
  if (email === undefined) throw new CommandError('Missing argument: EMAIL');
  const decision = await makeAuditedChange(deps, terminal, (change) =>
    decideByEmail(change, deps.env, email, status, reason),
  );
  if (decision === 'missing') throw new CommandError(`No account has the e-mail ${email}.`);
  return decision === 'unchanged'
    ? `${email} was already ${status}.`
    : `${email} is now ${status} and has been e-mailed.`;
}

async function idOfOrder(
  { read }: OrderServices['database'],
  orderNumber: string,
): Promise<string> {
  const order = await read
    .selectFrom('orders')
    .select('id')
    .where('orderNumber', '=', orderNumber.toUpperCase())
    .executeTakeFirst();
  if (!order) throw new CommandError(`Order not found: ${orderNumber}`);
  return order.id;
}

function assertNoMoreWords([extra]: readonly string[]): void {
  if (extra !== undefined) throw new CommandError(`Unexpected argument: ${extra}`);
}

function describe(entry: AccountEntry, timeZone: string): string {
  const name = `${entry.firstName} ${entry.lastName}`;
  const since = dayIn(timeZone, entry.createdAt);
  return [
    entry.status.padEnd(8),
    since,
    entry.email,
    name,
    entry.licenseType,
    entry.businessVerificationLink,
  ]
    .map(plain)
    .join('  ');
}

/** Removes control and formatting characters, which a stranger's text could use to control the terminal or reverse a line. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '');
}
