import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { databaseFile } from '#server/platform/database/sqlite.ts';
import { maxAttempts } from '#server/platform/mail/outbox.ts';
import { call } from '#tests/support/call.ts';
import { registration } from '#tests/support/registration.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import type { Verdict } from './instances/check-trust.ts';
import { newsletterArrivals, sendNewsletterFrom } from './newsletter-through-postfix.ts';
import { type Postfix, runPostfix, unknownDomain } from './postfix.ts';

/** A row of the outbox. */
interface Mail {
  readonly id: string;
  readonly recipient: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly sentAt: string | null;
  readonly expiresAt: string | null;
  readonly lastProblem: string | null;
  readonly noticedAt: string | null;
}

const pollMs = 500;
/** How long a mail may take, in ms. */
const patienceMs = 5 * 60_000;
/** How long Postfix may take to deliver one, in ms. */
const deliveryMs = 30_000;

/**
 * Has `buyers` sign up at each of two shops, one of which Postfix greylists, and ask for a code; and has one sign up whose
 * address Postfix refuses. The other shop then sends them a newsletter. Null where Postfix can't be installed.
 */
export async function mailThroughPostfix(buyers: number): Promise<readonly Verdict[] | null> {
  const postfix = await runPostfix();
  if (!postfix) return null;
  const ends: (() => Promise<unknown>)[] = [postfix.end];
  try {
    const shops: RunningShop[] = [];
    for (const url of [postfix.url, postfix.greyUrl]) {
      const settings = { SMTP_URL: url, DEMO: 'off', LOG_LEVEL: 'silent' };
      const shop = await runShop(settings, async () => {}, ['--api-only']);
      ends.unshift(shop.end);
      shops.push(shop);
    }
    const unknown = `ada@${unknownDomain}`;
    for (const [at, shop] of shops.entries()) {
      const app = appAt(shop.url);
      if (at === 0) await call(app, 'register', { body: registration({ email: unknown }) });
      for (let count = 0; count < buyers; count += 1) {
        const email = `buyer-${count}-of-${at}@home.example`;
        await call(app, 'register', { body: registration({ email }) });
        await call(app, 'sendOtp', { body: { email } });
      }
    }
    const [usual = [], greylisted = []] = await Promise.all(shops.map(untilOver));
    const accepted = [...usual, ...greylisted].filter(({ sentAt }) => sentAt !== null);
    await untilDelivered(postfix, accepted.length);
    const before = postfix.mails();
    const refused = refusal(postfix, usual, unknown);
    const [shop] = shops;
    if (!shop) throw new Error('no shop');
    const readers = await sendNewsletterFrom(shop);
    await untilNewsletterSent(shop);
    await untilDelivered(postfix, before.length + readers - 1);
    const letters = postfix.mails().filter((mail) => !before.includes(mail));
    return [
      // The address that it refuses is a reader's, too.
      await newsletterArrivals(letters, readers - 1, shop),
      arrivals(before, [...usual, ...greylisted], unknown),
      refused,
      greylisting(greylisted),
    ];
  } finally {
    for (const end of ends) await end();
  }
}

function appAt(url: string): Hono {
  const app = new Hono();
  app.all('*', ({ req }) => {
    const { pathname, search } = new URL(req.url);
    return fetch(new Request(url + pathname + search, req.raw));
  });
  return app;
}

/** The shop's mails, once each was sent or given up. */
async function untilOver({ dataDir }: RunningShop): Promise<readonly Mail[]> {
  const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  const outbox = database.prepare('SELECT * FROM mailOutbox');
  try {
    for (const startedAt = performance.now(); ; await pause(pollMs)) {
      const mails = outbox.all() as unknown as Mail[];
      const isOver = ({ sentAt, attempts, noticedAt }: Mail) =>
        sentAt !== null || (attempts === maxAttempts && noticedAt !== null);
      if (mails.every(isOver) || performance.now() - startedAt > patienceMs) return mails;
    }
  } finally {
    database.close();
  }
}

async function untilNewsletterSent({ dataDir }: RunningShop): Promise<void> {
  const database = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  const sent = database.prepare("SELECT 1 FROM newsletters WHERE state = 'sent'");
  const endsAt = performance.now() + patienceMs;
  while (sent.get() === undefined && performance.now() < endsAt) await pause(pollMs);
  database.close();
}

/** Postfix delivers a mail only after it has accepted it. */
async function untilDelivered(postfix: Postfix, count: number): Promise<void> {
  const endsAt = performance.now() + deliveryMs;
  while (postfix.mails().length < count && performance.now() < endsAt) await pause(pollMs);
}

function arrivals(delivered: readonly string[], mails: readonly Mail[], unknown: string): Verdict {
  const copies = Map.groupBy(
    delivered.map((mail) => /^Message-ID: <([^@>]+)@/im.exec(mail)?.[1] ?? ''),
    (id) => id,
  );
  const wanted = mails.filter(({ recipient }) => recipient !== unknown);
  const faults = wanted
    .filter(({ id, sentAt }) => sentAt === null || copies.get(id)?.length !== 1)
    .map(
      ({ id, recipient, lastProblem }) =>
        `to ${recipient}: arrived ${copies.get(id)?.length ?? 0} times, ${lastProblem}`,
    );
  const foreign = [...copies.keys()].filter((id) => !wanted.some((mail) => mail.id === id));
  return {
    promise: 'each mail arrives once',
    seen: `${wanted.length} mails of ${mails.length}, ${faults.length} not once`,
    faults: [...faults, ...foreign.map((id) => `${id} was never queued`)],
  };
}

function refusal(postfix: Postfix, mails: readonly Mail[], unknown: string): Verdict {
  const refused = mails.filter(({ recipient }) => recipient === unknown);
  const tries = postfix.refusals(unknown);
  const untold = refused.filter(
    ({ sentAt, noticedAt, lastProblem }) =>
      sentAt !== null || noticedAt === null || !lastProblem?.includes('User unknown'),
  );
  return {
    promise: 'a mail whose recipient is refused for good is tried once, and staff are told why',
    seen: `${refused.length} mails, ${tries} tries: ${refused[0]?.lastProblem}`,
    faults: [
      ...untold.map(({ lastProblem }) => `staff aren’t told: ${lastProblem}`),
      ...(refused.length > 0 && tries === refused.length ? [] : [`${tries} tries`]),
    ],
  };
}

function greylisting(mails: readonly Mail[]): Verdict {
  const codes = mails.filter(({ expiresAt }) => expiresAt !== null);
  const seconds = codes.map(({ createdAt, sentAt }) =>
    sentAt === null ? Infinity : (Date.parse(sentAt) - Date.parse(createdAt)) / 1000,
  );
  const late = mails.filter(
    ({ attempts, sentAt, expiresAt }) =>
      attempts !== 2 || (expiresAt !== null && (sentAt ?? '9') >= expiresAt),
  );
  return {
    promise:
      'greylisted mails arrive with the second try, after half a minute, and codes while they are valid',
    seen: `${codes.length} codes among ${mails.length} mails, the last after ${Math.max(...seconds).toFixed(0)} s`,
    faults: [
      ...(codes.length > 0 ? [] : ['no codes']),
      ...late.map(
        ({ recipient, attempts, sentAt, lastProblem }) =>
          `to ${recipient}: ${attempts} tries, sent ${sentAt}, ${lastProblem}`,
      ),
    ],
  };
}
