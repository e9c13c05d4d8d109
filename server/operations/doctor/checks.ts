import { randomBytes } from 'node:crypto';
import { studioCallPath } from '#contract/studio/calls.ts';
import { counted } from '#contract/wire/counted.ts';
import { ownIssueText } from '../../orders/payments/own-issue-text.ts';
import { isStopping, readTroubles, tryPayments } from '../../orders/payments/payment-troubles.ts';
import { causeOf } from '../../platform/http/cause-of.ts';
import { failedMails } from '../../platform/mail/failed-mails.ts';
import { mailProblem } from '../../platform/mail/mail-error.ts';
import { verifyMailServer } from '../../platform/mail/mail-transport.ts';
import { mailboxProblem, withMailbox } from '../../platform/mail/open-mailbox.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { lastBackup } from '../backups/backup-places.ts';
import { phoneAddresses, phoneLines } from '../phone-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkProxy } from './check-proxy.ts';
import { checkWebhook } from './check-webhook.ts';
import {
  type Check,
  day,
  type Finding,
  found,
  ok,
  type Patient,
  practice,
  warned,
} from './finding.ts';
import { provedBy } from './identity.ts';

const hour = 3_600_000;
/** PayPal refuses requests of a clock that is further off; sessions and codes need it as well. */
const clockOffMs = { warning: 30_000, fault: 5 * 60_000 };
/** A last backup older than this is late: one failed night is made up for before that. */
const lateMs = 36 * hour;
/** Reading the inbox waits up to half an hour after failures. */
const inboxLateMs = 2 * hour;
const namedMails = 5;

/** Every check, in the order in which they are shown. */
export const checks: readonly Check[] = [
  { id: 'mail', name: 'E-mail', run: checkMail },
  { id: 'inbox', name: 'Answers by e-mail', run: checkInbox },
  { id: 'payments', name: 'Payments', run: checkPayments },
  { id: 'webhook', name: 'Payment notices', run: checkWebhook },
  { id: 'address', name: 'Public address', run: checkAddress },
  { id: 'proxy', name: 'Proxy', run: checkProxy },
  { id: 'clock', name: 'Clock', run: checkClock },
  { id: 'database', name: 'Database', run: checkDatabase },
  { id: 'files', name: 'Files', run: checkFiles },
  { id: 'storage', name: 'Disk space', run: checkStorage },
  { id: 'backup', name: 'Backups', run: checkBackup },
  { id: 'failedMails', name: 'Failed e-mails', run: checkFailedMails },
];

async function checkMail(patient: Patient): Promise<Finding> {
  const { env } = patient;
  if (env.smtpUrl === null) {
    return (
      warned(patient, 'mail') ??
      practice('E-mails are written to DATA_DIR/mail instead of being sent.')
    );
  }
  try {
    await verifyMailServer(env.smtpUrl);
    return ok('The mail server accepts the shop’s connection and sign-in.');
  } catch (error) {
    return found(
      'fault',
      `The mail server can’t be used (${mailProblem(error)}), so nobody gets e-mails.`,
      'Check SMTP_URL: host, port, name and password, and that its certificate is valid for that host. Unsent e-mails wait and are sent later.',
    );
  }
}

async function checkInbox({ env, database, clock }: Patient): Promise<Finding> {
  const { mailInbox } = env;
  if (mailInbox === null) return ok('Off: e-mails to buyers have a link for answers.');
  try {
    const unread = await withMailbox(mailInbox, (mailbox) => mailbox.countUnread());
    const { value: completeAt } = await readSetting(database.read, 'inboxCompleteAt');
    const age = clock().getTime() - Date.parse(completeAt ?? '');
    if (age > inboxLateMs) {
      return found(
        'fault',
        `The inbox was last read to its end ${duration(age)} ago, so buyers’ answers by e-mail wait there.`,
        'Check that the shop is running, and its log. A mail that the server can’t give out is left there after three tries.',
      );
    }
    return ok(
      `The shop reads answers sent to ${mailInbox.address}. ${counted(unread, 'e-mail')} there ${unread === 1 ? 'is' : 'are'} unread: what isn’t a buyer’s answer stays for you.`,
    );
  } catch (error) {
    return found(
      'fault',
      `The inbox can’t be read (${mailboxProblem(error)}), so buyers’ answers by e-mail wait there.`,
      'Check MAIL_INBOX_URL: host, port, name, password and folder. Answers are read once it can be reached.',
    );
  }
}

async function checkPayments(patient: Patient): Promise<Finding> {
  const { env, gateway } = patient;
  if (env.payments.mode === 'practice') {
    return warned(patient, 'payments') ?? practice('Practice payments: nobody is charged.');
  }
  const answer = await gateway.checkCredentials();
  if (answer.kind === 'ok') {
    return (
      (await paymentTrouble(patient)) ??
      warned(patient, 'payments') ??
      ok('PayPal accepts the shop’s credentials.')
    );
  }
  const reason = answer.kind === 'unknown' ? answer.reason : answer.issue;
  return found(
    'fault',
    `PayPal can’t be used: ${reason}.`,
    'Check PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_ENVIRONMENT, and whether this server reaches PayPal.',
  );
}

/** What PayPal refuses because of the shop's account, after trying whether payments work again; null: nothing. */
async function paymentTrouble(patient: Patient): Promise<Finding | null> {
  const { database, clock } = patient;
  const before = await readTroubles(database.read, clock());
  if (before.some(isStopping)) await tryPayments(patient);
  const troubles = await readTroubles(database.read, clock());
  if (troubles.length === 0) return null;
  const words = troubles.map(ownIssueText);
  return found(
    troubles.some(isStopping) ? 'fault' : 'warning',
    words.map(({ text }) => text).join(' '),
    [...new Set(words.map(({ advice }) => advice))].join(' '),
  );
}

async function checkAddress(patient: Patient, signal: AbortSignal): Promise<Finding> {
  const { env, signingKey } = patient;
  const { publicUrl } = env;
  const warning = warned(patient, 'address');
  if (warning?.state === 'fault') return warning;
  const { hostname } = new URL(publicUrl);
  if (!env.isProduction && hostname === 'localhost') {
    const where = phoneAddresses(env).length > 0 ? '' : ', on this machine only';
    return practice([`The shop is at ${publicUrl}${where}.`, ...phoneLines(env)].join(' '));
  }
  const nonce = randomBytes(16).toString('hex');
  const advice =
    'Check PUBLIC_URL, the domain’s DNS entries and certificate, and the proxy before the shop. If the shop is stopped, start it.';
  let response: Response;
  try {
    const url = `${publicUrl}${studioCallPath('identify')}?nonce=${nonce}`;
    response = await patient.fetch(url, { signal, redirect: 'manual' });
  } catch (error) {
    if (signal.aborted) throw error;
    return found('fault', `This server can’t reach ${publicUrl} (${causeOf(error)}).`, advice);
  }
  const body = (await response.json().catch(() => null)) as { proof?: unknown } | null;
  if (provedBy(signingKey, nonce, body?.proof) === null) {
    const text = response.ok
      ? `Another shop or site answers at ${publicUrl}.`
      : `${publicUrl} answers with status ${response.status}.`;
    return found('fault', text, advice);
  }
  return warning ?? ok(`This shop answers at ${publicUrl}.`);
}

async function checkClock({ env, clock, fetch }: Patient, signal: AbortSignal): Promise<Finding> {
  if (env.payments.mode === 'practice') {
    return practice(
      'Not compared in practice mode: there is no provider whose time could be asked.',
    );
  }
  const sentAt = clock().getTime();
  let date: string | null;
  try {
    const response = await fetch(env.payments.apiUrl, {
      method: 'HEAD',
      signal,
      redirect: 'manual',
    });
    date = response.headers.get('date');
  } catch (error) {
    if (signal.aborted) throw error;
    return found(
      'warning',
      `The clock can’t be compared: PayPal can’t be reached (${causeOf(error)}).`,
      'Check this server’s connection to the internet.',
    );
  }
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('PayPal’s answer has no time to compare with.');
  // The answer was written at some time between sending and receiving, in whole seconds.
  const offMs = Math.abs((sentAt + clock().getTime()) / 2 - theirs);
  if (offMs < clockOffMs.warning) return ok('The clock agrees with PayPal’s.');
  return found(
    offMs < clockOffMs.fault ? 'warning' : 'fault',
    `The clock is off by ${duration(offMs)}.`,
    'Turn on time synchronisation (NTP) on this server.',
  );
}

async function checkStorage({ storage }: Patient): Promise<Finding> {
  const { freeBytes, isLow, isFull } = await storage.measure();
  const left =
    freeBytes >= 1e9 ? `${(freeBytes / 1e9).toFixed(1)} GB` : `${Math.floor(freeBytes / 1e6)} MB`;
  const advice =
    'Free up space on the disk of DATA_DIR, or move the shop to a larger one. Old backups are often the largest part.';
  if (isFull) return found('fault', 'The disk is full: nobody can order or upload.', advice);
  if (isLow) return found('warning', `The disk has only ${left} left.`, advice);
  return ok(`The disk has ${left} left.`);
}

async function checkBackup(patient: Patient): Promise<Finding> {
  const { database, env, clock } = patient;
  const last = await lastBackup(patient);
  const { value: run } = await readSetting(database.read, 'backupRun');
  const advice =
    'Make one now: npm run backup, or an owner under “Data” in the studio. Then check the server’s log.';
  if (run?.state === 'failed') {
    return found('fault', `The last backup failed. ${run.problem ?? ''}`.trim(), advice);
  }
  if (!last) {
    return env.isProduction
      ? found('warning', 'There is no backup yet.', advice)
      : practice('There is no backup yet; the shop makes one every night.');
  }
  const { madeAt, machine, isUnlisted = false } = last;
  const where = machine === env.machine ? '' : `, on ${machine}`;
  const age = clock().getTime() - Date.parse(madeAt);
  if (age > lateMs) {
    return found(
      env.isProduction ? 'fault' : 'warning',
      `The last backup is ${duration(age)} old${where}.`,
      advice,
    );
  }
  if (age < -lateMs) {
    const wrong =
      'One of both was dated by a wrong clock. The next nightly backup is made all the same.';
    return found(
      'warning',
      `The last backup is from ${day(madeAt)}, which is yet to come${where}.`,
      wrong,
    );
  }
  const text = `The last backup is from ${day(madeAt)}${where}`;
  if (!isUnlisted) return ok(`${text}.`);
  return found(
    'warning',
    `${text}, and has no list of the files in the bucket.`,
    'Check that the bucket can be reached, and that the shop may list it. The next backup has the list again.',
  );
}

async function checkFailedMails({ database, clock }: Patient): Promise<Finding> {
  const mails = await failedMails(database.read, clock());
  if (mails.length === 0) return ok('No e-mails are waiting for a retry.');
  const named = mails
    .slice(0, namedMails)
    .map(({ recipient, subject, problem }) => `“${subject}” to ${recipient} (${problem})`);
  const more = mails.length - named.length;
  return found(
    'warning',
    `Not sent: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    'Correct the cause, then retry them: npm run doctor -- --retry-mails, or the button in the studio.',
  );
}

function duration(ms: number): string {
  if (ms >= 48 * hour) return `${Math.round(ms / (24 * hour))} days`;
  if (ms >= 2 * hour) return `${Math.round(ms / hour)} hours`;
  return ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} seconds`;
}
