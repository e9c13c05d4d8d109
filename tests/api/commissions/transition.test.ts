import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CommissionMove,
  type CommissionState,
  commissionMoveNames,
  commissionStates,
} from '#contract/shop/commission-states.ts';
import { type QuoteOffer, quoteMessages } from '#contract/shop/quote.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { quoteToAccept } from '#server/commissions/quotes.ts';
import { transition, type Who } from '#server/commissions/transition.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { openAgain } from '#tests/support/open-new-database.ts';

const staffId = 'a'.repeat(24);
const movers: readonly Who[] = ['buyer', 'shop', { staffId }];

/** What each may do in each state; all else is refused. */
const allowed: Readonly<Record<CommissionState, readonly string[]>> = {
  received: [
    'studio quote quoted',
    'studio decline declined',
    'buyer withdraw withdrawn',
    'studio close closed',
  ],
  quoted: [
    'studio quote quoted',
    'studio decline declined',
    'buyer withdraw withdrawn',
    'shop expire expired',
    'buyer pay paid',
    'shop pay paid',
    'buyer payLicence accepted',
    'shop payLicence accepted',
  ],
  expired: [
    'studio quote quoted',
    'studio decline declined',
    'buyer withdraw withdrawn',
    'buyer pay paid',
    'shop pay paid',
    'buyer payLicence accepted',
    'shop payLicence accepted',
    'studio close closed',
  ],
  paid: [
    'studio draw drawing',
    'studio refund refunded',
    'shop refund refunded',
    'buyer payLicence accepted',
    'shop payLicence accepted',
  ],
  drawing: ['studio deliver delivered', 'studio refund refunded', 'shop refund refunded'],
  delivered: [
    'buyer askForChanges changes_wanted',
    'studio askForChanges changes_wanted',
    'buyer accept accepted',
    'studio accept accepted',
    'shop accept accepted',
    'studio refund refunded',
    'shop refund refunded',
    'studio deliver delivered',
  ],
  changes_wanted: ['studio draw drawing', 'studio refund refunded', 'shop refund refunded'],
  accepted: ['shop endLicence refunded'],
  declined: ['studio reopen received'],
  withdrawn: [],
  refunded: [],
  closed: ['studio reopen received'],
};

const offer: QuoteOffer = {
  price: 120,
  deposit: 40,
  included: 'A seamless pattern, PNG at 350 DPI.',
  designType: 'Exclusive',
  rounds: 2,
  days: 10,
  validDays: 14,
  replaces: 0,
};

let services: TestServices;

beforeEach(async () => {
  services = await makeServices();
});

const move = (id: string, name: CommissionMove, who: Who, on = services) =>
  makeChange(on, (change) => transition(change, id, name, who));
const quote = (id: string, changed: Partial<QuoteOffer> = {}) =>
  makeAuditedChange(services, staffId, (change) => makeQuote(change, id, { ...offer, ...changed }));
const stateOf = (id: string) =>
  services.database.read
    .selectFrom('customRequests')
    .select(['state', 'status', 'closedAt', 'dueAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const historyOf = (id: string) =>
  services.database.read
    .selectFrom('commissionMoves')
    .selectAll()
    .where('requestId', '=', id)
    .orderBy('id')
    .execute();

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
}

test.each(commissionStates)('from %s only the moves of the table are possible', async (state) => {
  const done: string[] = [];
  const refusals = new Set<string>();
  for (const who of movers) {
    for (const name of commissionMoveNames) {
      const id = await addRequest(services, { state });
      const result = await outcome(move(id, name, who));
      const after = await stateOf(id);
      const history = await historyOf(id);
      if (result === 'done') {
        done.push(`${typeof who === 'string' ? who : 'studio'} ${name} ${after.state}`);
        expect(history).toMatchObject([
          {
            move: name,
            fromState: state,
            toState: after.state,
            staffId: typeof who === 'string' ? null : staffId,
            movedAt: services.clock().toISOString(),
          },
        ]);
      } else {
        refusals.add(result);
        expect({ state: after.state, history }).toEqual({ state, history: [] });
      }
    }
  }
  expect(done.toSorted()).toEqual([...allowed[state]].toSorted());
  const names = {
    changes_wanted: 'Changes wanted',
    drawing: 'Being drawn',
    expired: 'Quote expired',
  };
  const word = names[state as keyof typeof names] ?? state.charAt(0).toUpperCase() + state.slice(1);
  expect([...refusals]).toEqual([`CONFLICT: ${commissionMessages.outOfTurn(word)}`]);
});

test('of two moves at once from two processes one is made, and the other is told', async () => {
  const database = await openAgain(services.env.dataDir);
  atEndOfFile(() => database.close());
  const there = { ...services, database };
  const id = await addRequest(services, { state: 'delivered' });

  const results = await Promise.all([
    outcome(move(id, 'accept', 'buyer')),
    outcome(move(id, 'refund', { staffId }, there)),
    outcome(move(id, 'accept', 'buyer', there)),
  ]);

  expect(results.filter((result) => result === 'done')).toHaveLength(1);
  expect(results.filter((result) => result.startsWith('CONFLICT: '))).toHaveLength(2);
  expect(await historyOf(id)).toHaveLength(1);
});

test('a request that is gone is refused', async () => {
  expect(await outcome(move('0'.repeat(24), 'close', { staffId }))).toBe(
    `NOT_FOUND: ${commissionMessages.gone}`,
  );
});

describe('a commission', () => {
  test('is due after the days of its quote, and waits for the studio while it is its turn', async () => {
    const id = await addRequest(services);
    const seen: unknown[] = [];
    const see = async () => {
      const { status, closedAt } = await stateOf(id);
      seen.push([status, closedAt !== null]);
    };
    await quote(id);
    await see();
    await move(id, 'pay', 'shop');
    await see();
    const { dueAt } = await stateOf(id);
    for (const [name, who] of [
      ['draw', { staffId }],
      ['deliver', { staffId }],
      ['askForChanges', 'buyer'],
      ['draw', { staffId }],
      ['deliver', { staffId }],
      ['accept', 'buyer'],
    ] as const) {
      await move(id, name, who);
      await see();
    }

    expect(dueAt).toBe('2026-03-11T09:00:00.000Z');
    expect(seen).toEqual([
      ['answered', false],
      ['open', false],
      ['answered', false],
      ['answered', false],
      ['open', false],
      ['answered', false],
      ['answered', false],
      ['closed', true],
    ]);
    expect((await stateOf(id)).dueAt).toBe(dueAt);
  });

  test('is changed as often as its quote says', async () => {
    const rounds = async (count: number | null) => {
      const id = await addRequest(services);
      await quote(id, { rounds: count });
      await move(id, 'pay', 'shop');
      for (let used = 0; ; used += 1) {
        await move(id, 'draw', { staffId });
        await move(id, 'deliver', { staffId });
        const result = await outcome(move(id, 'askForChanges', 'buyer'));
        if (result !== 'done' || used === 5) return [used, result];
      }
    };

    expect(await rounds(0)).toEqual([0, `CONFLICT: ${commissionMessages.noRoundLeft(0)}`]);
    expect(await rounds(2)).toEqual([2, `CONFLICT: ${commissionMessages.noRoundLeft(2)}`]);
    expect(await rounds(null)).toEqual([5, 'done']);
  });
});

describe('a quote', () => {
  const accept = (id: string, version: number) =>
    outcome(makeChange(services, (change) => quoteToAccept(change, id, version)));

  test('is accepted by the version that was seen, until it expires', async () => {
    const id = await addRequest(services);
    expect(await quote(id)).toMatchObject({
      version: 1,
      price: 12_000,
      deposit: 4000,
      validUntil: '2026-03-15T09:00:00.000Z',
    });
    expect(await accept(id, 1)).toBe('done');

    await quote(id, { price: 0.5, deposit: null, replaces: 1 });
    expect(await accept(id, 1)).toBe(`PRICE_CHANGED: ${quoteMessages.replaced}`);
    expect(await accept(id, 2)).toBe('done');
    services.pass(14 * 86_400_000);
    expect(await accept(id, 2)).toBe(`CONFLICT: ${quoteMessages.expired}`);
  });

  test('doesn’t replace a colleague’s that nobody has seen', async () => {
    const id = await addRequest(services);
    const results = await Promise.all([outcome(quote(id)), outcome(quote(id, { price: 90 }))]);

    expect(results.toSorted()).toEqual([`CHANGED_MEANWHILE: ${quoteMessages.colleague}`, 'done']);
    expect(await outcome(quote(id, { replaces: 7 }))).toMatch(/^CHANGED_MEANWHILE/);
  });
});
