import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { mailWork, recordFailed, recordSent } from '#server/platform/mail/outbox.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { postgresPlans, recordingAll } from '#tests/support/postgres-plans.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const refused = { problem: 'EENVELOPE 550', isFinal: false, isUnanswered: false };
const clock = () => now;
const letter = { subject: 'New', text: 'New designs', html: '<p>New designs</p>' };

/** An outbox with this many mails. */
async function fillOutbox(count: number) {
  const url = await newPostgres('migrated');
  const database = await openPostgres(url);
  atEndOfFile(() => database.close());
  const readers = Array.from({ length: count }, (_, place) => `reader-${place}@shop.example`);
  await makeChange({ database, clock }, (change) =>
    queueMails(change, readers, (recipient) => ({ recipient, ...letter })),
  );
  return { url, database };
}

test('a mail is claimed by indexes, however many wait or were sent', async () => {
  const { url, database } = await fillOutbox(6000);
  await sql`UPDATE "mailOutbox" SET "sentAt" = "createdAt" WHERE random() < 0.5`.execute(
    database.read,
  );
  await sql`ANALYZE "mailOutbox"`.execute(database.read);
  const recorded = recordingAll(database);

  expect(await claimNext({ database: recorded, clock }, mailWork('plain'))).not.toBeNull();
  expect(await claimNext({ database: recorded, clock }, mailWork('with files'))).toBeNull();

  const steps = await postgresPlans(url, recorded.statements);
  expect(steps.filter((step) => /mailsWaiting|mailsTaken/.test(step)).length).toBeGreaterThan(2);
  expect(steps.filter((step) => /Seq Scan|Sort/.test(step))).toEqual([]);
});

test('sending a mail gets in the way of no write that queues one', async () => {
  const { url, database } = await fillOutbox(1);
  const other = new pg.Client(url);
  await other.connect();
  // As long as it runs, PostgreSQL keeps what serialisable transactions beside it have read.
  await other.query('BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT 1 FROM settings');

  const services = { database, clock };
  const kind = mailWork();
  const mail = await claimNext(services, kind);
  if (mail) {
    await makeChange(services, (change) => kind.renew(change, mail), kind.owner);
    await makeChange(services, (change) => recordFailed(change, mail, refused), kind.owner);
    await makeChange(services, (change) => recordSent(change, mail), kind.owner);
  }

  const { rows } = await sql`
    SELECT relation::regclass::text AS relation
    FROM pg_locks JOIN pg_database ON oid = database AND datname = current_database()
    WHERE mode = 'SIReadLock' AND relation::regclass::text ~ 'mail'`.execute(database.read);
  await other.end();
  expect(mail).not.toBeNull();
  expect(rows).toEqual([]);
});
