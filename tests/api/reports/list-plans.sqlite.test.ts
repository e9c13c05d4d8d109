import { expect, test } from 'vitest';
import { studioPageSize } from '#contract/studio/list.ts';
import { buyerPage } from '#server/accounts/list-buyers.ts';
import { wasShown } from '#server/designs/delete-design.ts';
import { orderPage } from '#server/orders/list-orders.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { mailWork } from '#server/platform/mail/outbox.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { activityPage } from '#server/reports/activity-log.ts';
import { always, nextEntries } from '#server/reports/book-entries.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { loggingDatabase, queryPlans } from '#tests/support/query-log.ts';

/** Steps that read a whole table row by row, or find few rows by a condition that most rows meet. */
const slow =
  /^SCAN (accounts|orders|orderTexts|buyerTexts)( USING COVERING INDEX .*)?$|AUTOMATIC|(accountsByAge|ordersByAge)/;

/** The query plans of a list. */
async function plansOf(
  run: (read: ReturnType<typeof loggingDatabase>['read']) => Promise<unknown>,
) {
  const { database, env } = await makeServices();
  const log = loggingDatabase(database);
  await run(log.read);
  return queryPlans(env.dataDir, log.statements);
}

const orders = {
  page: 1,
  search: '',
  state: 'all',
  from: undefined,
  until: undefined,
  buyerId: undefined,
} as const;

test.each(['ada', 'PW-7KD3QX', 'ada@shop.example'])(
  'finds %s by indexes, however many orders and buyers there are',
  async (search) => {
    const found = await plansOf((read) => orderPage(read, { ...orders, search, state: 'paid' }));
    const buyers = await plansOf((read) =>
      buyerPage(read, { page: 1, search, status: 'approved' }),
    );

    expect(found.length).toBeGreaterThan(5);
    expect(buyers.length).toBeGreaterThan(5);
    expect([...found, ...buyers].filter((step) => slow.test(step))).toEqual([]);
  },
);

test.each(['all', 'paid'] as const)(
  'finds what begins with two letters (%s) by indexes',
  async (state) => {
    const found = await plansOf((read) => orderPage(read, { ...orders, search: 'we', state }));
    const buyers = await plansOf((read) =>
      buyerPage(read, { page: 1, search: 'we', status: 'all' }),
    );

    expect(found.filter((step) => step.includes('orderTextsByBeginning')).length).toBeGreaterThan(
      0,
    );
    expect(buyers.filter((step) => step.includes('buyerTextsByBeginning')).length).toBeGreaterThan(
      0,
    );
    expect([...found, ...buyers].filter((step) => slow.test(step))).toEqual([]);
    // Most orders are paid.
    expect(found.filter((step) => step.includes('ordersByState'))).toEqual([]);
  },
);

test.each(['refunded', 'disputed', 'review', 'open'] as const)(
  'finds orders that are %s by an index',
  async (state) => {
    const steps = await plansOf((read) => orderPage(read, { ...orders, state }));

    expect(steps.filter((step) => slow.test(step))).toEqual([]);
  },
);

test('names what a page of the activity log is about by ids, however many buyers there are', async () => {
  const { database, env, clock } = await makeServices();
  const at = clock().toISOString();
  await database.write((tx) =>
    tx
      .insertInto('auditLines')
      .values(
        Array.from({ length: studioPageSize }, (_, place) => {
          return { at, actorId: 'ada', action: 'buyer.approved', subjectId: `buyer ${place}` };
        }),
      )
      .execute(),
  );
  const log = loggingDatabase(database);
  await activityPage(log.read, {
    page: 1,
    search: '',
    actor: '',
    kind: 'all',
    action: '',
    olderThan: undefined,
  });

  const steps = queryPlans(env.dataDir, log.statements);
  expect(steps.filter((step) => /accounts(?!\w)/.test(step) && !step.includes('(id=?)'))).toEqual(
    [],
  );
});

test('finds by an index whether a design was ever in the shop', async () => {
  const steps = await plansOf((read) => wasShown(read, 'f'.repeat(24)));

  expect(steps).toHaveLength(1);
  expect(steps[0]).toContain('catalogueChangesByProduct');
});

test('claims a mail by indexes', async () => {
  const { database, env, clock } = await makeServices();
  await makeChange({ database, clock }, (change) =>
    queueMail(change, { recipient: 'ada@shop.example', subject: 's', text: 't', html: 'h' }),
  );
  const log = loggingDatabase(database);

  expect(await claimNext({ database: log, clock }, mailWork())).not.toBeNull();

  const steps = queryPlans(env.dataDir, log.statements);
  expect(steps.filter((step) => /^SCAN (?!.* INDEX mails)|TEMP B-TREE/.test(step))).toEqual([]);
  expect(steps.filter((step) => /mailsWaiting|mailsTaken/.test(step)).length).toBeGreaterThan(2);
});

test('a page of payments takes no more from each source than it gives', async () => {
  const steps = await plansOf((read) =>
    nextEntries(read, { ...always, isTrial: false }, { at: '', id: '', limit: 500 }),
  );

  for (const index of ['bookEntriesBy', 'ordersSold', 'refundsByAge'])
    expect(steps.join('\n')).toMatch(new RegExp(`SEARCH \\w+ USING INDEX ${index}`));
  expect(
    steps.filter((step) => slow.test(step) || /^SCAN (refunds|bookEntries)$/.test(step)),
  ).toEqual([]);
});
