import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StudioCallName } from '#contract/studio/calls.ts';
import { mostCounted, studioPageSize } from '#contract/studio/list.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import { send } from '#tests/support/call.ts';
import { postgresPlans } from '#tests/support/postgres-plans.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';
import { regularEmail } from '../../bench/large-shop.ts';
import { isLookUp, openLargeShop, until } from './large-shop-on-postgres.ts';

/** Enough rows that PostgreSQL prefers an index wherever a list of a shop with millions of orders needs one. */
const rows = { designs: 4000, accounts: 12_000, orders: 24_000 };
const token = 'token-of-the-regular-buyer';

let { url, app, cookie, database } = {} as Awaited<ReturnType<typeof openLargeShop>>;

beforeAll(async () => {
  ({ url, app, cookie, database } = await openLargeShop(rows));
  await database.write(async (tx) => {
    const { id: accountId } = await tx
      .selectFrom('accounts')
      .select('id')
      .where('emailKey', '=', regularEmail)
      .executeTakeFirstOrThrow();
    const at = until.toISOString();
    const session = { tokenHash: hashToken(token), accountId, createdAt: at, lastSeenAt: at };
    await tx.insertInto('sessions').values(session).execute();
  });
});

/** Steps that read a whole table that grows with the shop. Refunds are too few here for an index to pay. */
const whole =
  /Seq Scan on "?(orders|orderItems|orderTexts|accounts|buyerTexts|auditLines|products|product\w+)"?/;

async function wholeTablesRead(request: () => Promise<Response>): Promise<readonly string[]> {
  database.reads.length = 0;
  const answer = await request();
  expect(answer.status, await answer.clone().text()).toBe(200);
  const steps = await postgresPlans(url, database.reads);
  expect(steps.length).toBeGreaterThan(0);
  return steps.filter((step) => whole.test(step));
}

describe('no list reads a whole table', () => {
  const lists: readonly (readonly [StudioCallName, Readonly<Record<string, string>>])[] = [
    ['orders', {}],
    ['orders', { page: '3' }],
    ...['paid', 'review', 'open', 'refunded', 'disputed', 'void'].map(
      (state) => ['orders', { state }] as const,
    ),
    ['orders', { from: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.000Z' }],
    ['orders', { search: 'PW-0001' }],
    ['orders', { search: 'buyer-77@', state: 'paid' }],
    ['orders', { search: 'Gr' }],
    ['orders', { search: 'ž', state: 'paid' }],
    ['buyers', {}],
    ['buyers', { status: 'pending' }],
    ['buyers', { status: 'rejected' }],
    ['buyers', { status: 'all', search: 'buyer-77@' }],
    ['buyers', { status: 'all', search: 'qu' }],
    ['buyers', { status: 'all', search: 'ž' }],
    ['designs', {}],
    ...['title', 'price-low-high', 'price-high-low', 'most-sold'].map(
      (sort) => ['designs', { sort }] as const,
    ),
    ['designs', { search: 'Fox 1211' }],
    ['designs', { search: 'B-1211' }],
    ...['price', 'categoryIds', 'designers', 'images', 'files'].map(
      (missing) => ['designs', { missing }] as const,
    ),
    ['auditLines', {}],
    ['auditLines', { kind: 'orders' }],
    ['auditLines', { action: 'changed a licence text' }],
    ['auditLines', { actor: 'terminal' }],
    ['auditLines', { search: 'fox' }],
  ];

  it.each(lists)('%s %o', async (name, query) => {
    const read = await wholeTablesRead(() => sendStudio(app, name, { cookie, query }));
    expect(read).toEqual([]);
  });

  it.each(['orders', 'buyers'] as const)(
    '%s look up of an address only what is rare in it',
    async (name) => {
      const query = { search: 'buyer-77@', status: 'all' };
      database.reads.length = 0;
      await sendStudio(app, name, {
        cookie,
        query: name === 'buyers' ? query : { search: query.search },
      });
      const steps = await postgresPlans(url, database.reads);
      const looked = steps.filter(isLookUp);
      const rare = "Index Cond: (form ~~ '%J77Z%'::text)";
      expect(new Set(looked)).toEqual(new Set([rare]));
    },
  );

  it('the activity log looks up the designs of its lines only', async () => {
    database.reads.length = 0;
    await sendStudio(app, 'auditLines', { cookie, query: { search: 'fox' } });
    const designs = (await postgresPlans(url, database.reads)).filter((step) =>
      / on products$/.test(step),
    );
    expect(new Set(designs.map((step) => step.replace('->  ', '')))).toEqual(
      new Set(['Index Scan using products_pkey on products']),
    );
  });

  /** Without it, PostgreSQL would look up which designs it can see. It leaves out what an open transaction still reads. */
  async function vacuumed(): Promise<unknown> {
    await sql`vacuum (analyze) products`.execute(database.read);
    const { rows } = await sql<{ isWhole: boolean }>`select relallvisible = relpages as "isWhole"
      from pg_class where relname = 'products'`.execute(database.read);
    return rows[0]?.isWhole;
  }

  it.each([{ search: 'sl' }, { search: 'sl', status: 'published' }])(
    'designs by two letters are read in an index: %o',
    async (query) => {
      await expect.poll(vacuumed).toBe(true);
      database.reads.length = 0;
      await sendStudio(app, 'designs', { cookie, query });
      const steps = await postgresPlans(url, database.reads);
      expect(steps.filter((step) => step.includes('using "productsByText"'))).toHaveLength(2);
      expect(steps.filter((step) => whole.test(step))).toEqual([]);
    },
  );

  it('a buyer’s orders', async () => {
    const read = await wholeTablesRead(() => send(app, 'orders', { query: {}, token }));
    expect(read).toEqual([]);
  });
});

describe('a list of more than is counted', () => {
  it('is counted up to there, and goes on page by page to its end', async () => {
    const page = async (number: number) => {
      const query = { page: String(number) };
      return (await callStudio(app, 'orders', { cookie, query })).answer;
    };
    const known = mostCounted / studioPageSize;
    const last = rows.orders / studioPageSize;

    expect(await page(1)).toMatchObject({ total: mostCounted, totalPages: known });
    expect((await page(known)).totalPages).toBe(known + 1);
    expect(await page(last)).toMatchObject({ total: rows.orders, totalPages: last });
    expect((await page(last + 1)).items).toEqual([]);
  });
});

describe('a search that most orders match', () => {
  it('shows the newest of them, and only those', async () => {
    const { answer } = await callStudio(app, 'orders', { cookie, query: { search: '.example' } });
    const newest = await callStudio(app, 'orders', { cookie, query: {} });
    const first = await callStudio(app, 'orders', {
      cookie,
      query: { search: 'example', state: 'void' },
    });

    expect(answer.total).toBe(mostCounted);
    expect(answer.items).toEqual(newest.answer.items);
    expect(new Set(first.answer.items.map(({ paymentState }) => paymentState)).size).toBe(1);
  });

  it('reads them from the newest on, however many PostgreSQL expects', async () => {
    database.reads.length = 0;
    await callStudio(app, 'orders', { cookie, query: { search: 'example' } });

    const steps = await postgresPlans(url, database.reads);
    const place = steps.findLastIndex((step) => step.endsWith('Subquery Scan on "orderTexts"'));
    expect(steps.slice(place, place + 4).join('\n')).toContain(
      'Index Scan Backward using "orderTextsByAge"',
    );
  });

  /** All orders have a design with this word in its title. */
  const titled = async () => {
    await database.write((tx) =>
      tx.updateTable('products').set({ title: sql`title || ' seamless'` }).execute(),
    );
    return 'seamless';
  };

  it.each([
    ['a text', async () => 'example', 'orderTextsByAge', mostCounted],
    ['a title of their designs', titled, 'ordersByAge', studioPageSize + 1],
  ])('by %s within a year reads that year', async (_, word, index, atLeast) => {
    const search = await word();
    const period = { from: '2024-12-20T00:00:00.000Z', until: '2025-12-20T15:00:00.000Z' };
    database.reads.length = 0;
    const { answer } = await callStudio(app, 'orders', { cookie, query: { search, ...period } });
    const reads = [...database.reads];
    const all = await callStudio(app, 'orders', { cookie, query: period });

    expect(answer).toMatchObject({ total: atLeast, isCounted: false, items: all.answer.items });
    const steps = await postgresPlans(url, reads);
    expect(steps.some((step) => step.includes(`using "${index}"`))).toBe(true);
    expect(steps.filter((step) => whole.test(step) || /hashed/.test(step))).toEqual([]);
  });

  it.each([
    ['a text', async () => 'example'],
    ['a title of their designs', titled],
  ])('by %s within some days is counted, to its end', async (_, word) => {
    const search = await word();
    const period = { from: '2025-10-20T15:00:00.000Z', until: '2025-12-20T15:00:00.000Z' };
    const page = async (query: Readonly<Record<string, string>>) =>
      (await callStudio(app, 'orders', { cookie, query: { ...period, ...query } })).answer;
    const all = await page({});

    expect(all.total).toBeGreaterThan(1900);
    expect(await page({ search })).toEqual(all);
    expect(await page({ search, page: '99' })).toEqual({ ...all, items: [] });
  });

  it('by a title of their designs is read from the newest on too, and never collected', async () => {
    const search = await titled();
    database.reads.length = 0;
    const { answer } = await callStudio(app, 'orders', { cookie, query: { search } });
    const reads = [...database.reads];
    const newest = await callStudio(app, 'orders', { cookie, query: {} });

    expect(answer.total).toBe(mostCounted);
    expect(answer.items).toEqual(newest.answer.items);
    const steps = await postgresPlans(url, reads);
    expect(steps.some((step) => step.includes('Index Scan Backward using "ordersByAge"'))).toBe(
      true,
    );
    expect(steps.filter((step) => /hashed/.test(step))).toEqual([]);
  });

  it('finds most buyers too', async () => {
    const status = 'all';
    const query = { search: '.example', status } as const;
    const found = await callStudio(app, 'buyers', { cookie, query });
    const newest = await callStudio(app, 'buyers', { cookie, query: { status } });

    expect(found.answer.total).toBe(mostCounted);
    expect(found.answer.items).toEqual(newest.answer.items);
  });
});

describe('a search that no text matches', () => {
  it('finds one of some days by an id of the provider', async () => {
    const period = { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' };
    const all = await callStudio(app, 'orders', { cookie, query: period });
    const [order] = all.answer.items;
    const { providerOrderId: id } = await database.read
      .selectFrom('orders')
      .select('providerOrderId')
      .where('id', '=', order?.id ?? '')
      .executeTakeFirstOrThrow();
    const query = { ...period, search: id ?? '' };
    const { answer } = await callStudio(app, 'orders', { cookie, query });
    expect(answer.items).toEqual([order]);
  });
});
