import { type Change, makeChange } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/open.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import type { PaymentTrouble } from '../../platform/settings/payment-troubles.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { notifyWithLetter } from '../../staff/notifications/notify-with-letter.ts';
import type { ProviderRefusal, ProviderResult } from './gateway.ts';
import type { OrderServices } from './order-services.ts';
import { ownIssueText } from './own-issue-text.ts';
import { isListed, ownSortOf, sortOf, stopsPayments } from './paypal-issues.ts';

type Operation = PaymentTrouble['operation'];

const dayMs = 24 * 3_600_000;
/** How often the shop tries whether payments work again. */
const tryMs = 3_600_000;
/** The same if the provider gave no answer. */
const unansweredMs = 5 * 60_000;

/** Whether a refusal is the shop's to correct. Being denied always is. */
export function isOwn({ kind, issue }: ProviderRefusal): boolean {
  return kind === 'denied' || ownSortOf(issue) !== null;
}

/** What the provider refuses now because of the shop's account. One that didn't come up for a day is left out. */
export async function readTroubles(
  database: Reader,
  now: Date,
): Promise<readonly PaymentTrouble[]> {
  const { value } = await readSetting(database, 'paymentTroubles');
  return value.troubles.filter((trouble) => trouble.endedAt === null && isRecent(trouble, now));
}

/** Whether the provider refuses every payment: then it isn't asked, except once an hour. */
export async function areStopped(
  database: Reader,
  now: Date,
  operation: 'create' | 'capture',
): Promise<boolean> {
  const troubles = await readTroubles(database, now);
  // Orders can be created while captures are refused.
  return troubles.some(
    (trouble) =>
      isStopping(trouble) && (trouble.operation === 'create' || trouble.operation === operation),
  );
}

/** Whether nothing can be bought until this ends. */
export function isStopping({
  operation,
  issue,
}: Pick<PaymentTrouble, 'operation' | 'issue'>): boolean {
  return operation !== 'refund' && stopsPayments(issue);
}

/** Records a refusal that the shop has to correct, and notifies the studio, at most once a day for each. */
export async function recordTrouble(
  change: Change,
  mailSettings: MailSettings,
  operation: Operation,
  issue: string,
): Promise<void> {
  const { tx, now } = change;
  const nowAt = now.toISOString();
  const { value } = await readSetting(tx, 'paymentTroubles');
  const isSame = (each: PaymentTrouble) => each.operation === operation && each.issue === issue;
  const recent = value.troubles.filter((trouble) => isRecent(trouble, now));
  const known = recent.find(isSame);
  const isRefund = operation === 'refund';
  const mailedAt = recent
    .filter((each) => each.issue === issue && (each.operation === 'refund') === isRefund)
    .map((each) => each.mailedAt)
    .toSorted()
    .at(-1);
  const isToMail = mailedAt === undefined || now.getTime() - Date.parse(mailedAt) >= dayMs;
  const trouble = {
    operation,
    issue,
    since: known && known.endedAt === null ? known.since : nowAt,
    lastAt: nowAt,
    mailedAt: isToMail ? nowAt : mailedAt,
    endedAt: null,
  };
  const { nextTryAt } = value;
  await writeSetting(change, 'paymentTroubles', {
    troubles: [...recent.filter((each) => !isSame(each)), trouble],
    nextTryAt: isStopping(trouble) ? nextTry(now, operation, nextTryAt) : nextTryAt,
  });
  if (isToMail) await notifyOfTrouble(change, mailSettings, trouble);
}

/** A refused capture may be about that order only, which a try finds out soon. */
function nextTry(now: Date, operation: Operation, planned: string | null): string {
  if (operation === 'create') return new Date(now.getTime() + tryMs).toISOString();
  return planned ?? now.toISOString();
}

/** Records that the provider accepted what it had refused, if it had. */
async function endTroubles(
  change: Change,
  isEnded: (trouble: PaymentTrouble) => boolean,
): Promise<void> {
  const { tx, now } = change;
  const { value } = await readSetting(tx, 'paymentTroubles');
  const endedAt = now.toISOString();
  const troubles = value.troubles.map((trouble) =>
    trouble.endedAt === null && isEnded(trouble) ? { ...trouble, endedAt } : trouble,
  );
  const isStopped = troubles.some((each) => each.endedAt === null && isStopping(each));
  const nextTryAt = isStopped ? value.nextTryAt : null;
  const isChanged = troubles.some((trouble) => trouble.endedAt === endedAt);
  if (!isChanged && nextTryAt === value.nextTryAt) return;
  await writeSetting(change, 'paymentTroubles', { troubles, nextTryAt });
}

/** Records that a call of this kind was accepted. That says nothing about another way to pay that isn't set up. */
function endTroublesOf(change: Change, operation: Operation): Promise<void> {
  return endTroubles(
    change,
    (trouble) => trouble.operation === operation && sortOf(trouble.issue) !== 'method',
  );
}

/** Records what an answer of the provider says about the shop's account, in a change of its own. */
export async function noteAnswer(
  services: Pick<OrderServices, 'database' | 'clock' | 'env' | 'log'>,
  orderId: string,
  operation: Operation,
  answer: ProviderResult<unknown>,
): Promise<void> {
  if (answer.kind === 'ok') return noteAccepted(services, operation);
  if (answer.kind === 'unknown' || !isOwn(answer)) return;
  logTrouble(services, orderId, operation, answer.issue);
  await makeChange(services, (change) =>
    recordTrouble(change, services.env, operation, answer.issue),
  );
}

/** Records that a call of this kind was accepted; makes a change only if there is something to end. */
export async function noteAccepted(
  services: Pick<OrderServices, 'database' | 'clock'>,
  operation: Operation,
): Promise<void> {
  const troubles = await readTroubles(services.database.read, services.clock());
  if (!troubles.some((trouble) => trouble.operation === operation)) return;
  await makeChange(services, (change) => endTroublesOf(change, operation));
}

/** Asks the provider whether it takes orders of the shop, and records the answer. */
export async function tryPayments(
  services: Pick<OrderServices, 'database' | 'clock' | 'env' | 'gateway'>,
): Promise<void> {
  const answer = await services.gateway.tryOrder();
  await makeChange(services, async (change) => {
    if (answer.kind === 'ok') {
      await endTroubles(change, (trouble) => trouble.operation === 'create' || isStopping(trouble));
    } else if (answer.kind === 'unknown') {
      await planTry(change, unansweredMs);
    } else {
      await recordTrouble(change, services.env, 'create', answer.issue);
      await planTry(change, tryMs);
    }
  });
}

/** Takes the try that is due, or `isAtOnce` any that is planned, so that only one process makes it. */
export async function claimTry(
  services: Pick<OrderServices, 'database' | 'clock'>,
  isAtOnce: boolean,
): Promise<boolean> {
  const isDue = async (database: Reader, now: Date) => {
    const { nextTryAt } = (await readSetting(database, 'paymentTroubles')).value;
    return nextTryAt !== null && (isAtOnce || Date.parse(nextTryAt) <= now.getTime());
  };
  if (!(await isDue(services.database.read, services.clock()))) return false;
  return makeChange(services, async (change) => {
    if (!(await isDue(change.tx, change.now))) return false;
    await planTry(change, tryMs);
    return true;
  });
}

async function planTry(change: Change, afterMs: number): Promise<void> {
  const { tx, now } = change;
  const { value } = await readSetting(tx, 'paymentTroubles');
  if (value.nextTryAt === null) return;
  const nextTryAt = new Date(now.getTime() + afterMs).toISOString();
  await writeSetting(change, 'paymentTroubles', { ...value, nextTryAt });
}

function isRecent({ lastAt }: PaymentTrouble, now: Date): boolean {
  return now.getTime() - Date.parse(lastAt) < dayMs;
}

async function notifyOfTrouble(
  change: Change,
  mailSettings: MailSettings,
  trouble: PaymentTrouble,
): Promise<void> {
  const { operation, issue } = trouble;
  const { text, advice } = ownIssueText(trouble);
  await notifyWithLetter(change, mailSettings, {
    kind: 'payments',
    subjectId: `${operation}:${issue}`,
    title: titleOf(trouble),
    path: '/studio/health',
    paragraphs: [
      text,
      advice,
      isStopping(trouble)
        ? 'Until then, buyers read that the shop can’t take payments right now, and that their order is kept. The shop tries once an hour whether payments work again. The health check tries at once.'
        : 'The health check shows whether this still happens.',
    ],
    action: 'Open the health check',
  });
}

function titleOf({ operation, issue }: PaymentTrouble): string {
  if (operation === 'refund') return 'PayPal refuses refunds of the shop';
  return stopsPayments(issue)
    ? 'The shop can’t take payments: PayPal refuses them'
    : 'PayPal refused a payment because of the shop’s account';
}

/** Logs a refusal that the shop has to correct. */
export function logTrouble(
  { log }: Pick<OrderServices, 'log'>,
  orderId: string,
  operation: Operation,
  issue: string,
): void {
  const line = { orderId, operation, issue };
  if (isListed(issue)) log.error(line, 'the payment provider refused the shop');
  else
    log.error(line, 'the payment provider refused the shop for a reason that is not in its lists');
}
