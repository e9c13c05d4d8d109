import { describe, expect, test } from 'vitest';
import { mergeVisitor, withoutMerged } from '#offline/accounts/visitor-merge.ts';
import { enqueue, type ListChange } from '#offline/outbox/enqueue.ts';
import {
  acknowledgeOp,
  applyServerList,
  markAttempt,
  refuseOp,
} from '#offline/outbox/outbox-rules.ts';
import {
  type AccountRows,
  emptyRows,
  type ListOpKind,
  type ServerList,
} from '#offline/outbox/rows.ts';
import { snapshotAt } from '#tests/support/snapshot-at.ts';
import { ofAccount, ofVisitor } from '#tests/support/who-changes.ts';

const snapshot = snapshotAt('2026-01-01T00:00:00.000Z');

function intent(kind: ListOpKind, productId: string, opId = `${kind} ${productId}`): ListChange {
  const isAdd = kind === 'addToCart' || kind === 'wish';
  const at = '2026-01-01T00:00:00.000Z';
  return {
    opId,
    deviceId: 'device',
    kind,
    productId,
    snapshot: isAdd ? snapshot : null,
    at,
    ...ofVisitor,
  };
}

function rowsOf(...intents: ListChange[]): AccountRows {
  return intents.reduce(enqueue, emptyRows);
}

function answer(version: number, ...ids: string[]): ServerList {
  const lines = ids.map((productId) => ({ productId, addedAt: snapshot.seenAt, snapshot }));
  return { name: 'cart', lines, version, answeredAt: snapshot.seenAt, cart: null };
}

const acknowledged = (version: number) => ({ version, doneAt: snapshot.seenAt });

const opsOf = (rows: AccountRows) => rows.outbox.map((op) => op.opId);
const idsOf = (rows: AccountRows) => rows.cartLines.map((line) => line.productId);

test('an add to the cart says what the design cost when it was seen; no other change does', () => {
  const cheaper = { ...snapshot, discountedPrice: 4 };
  const rows = rowsOf({ ...intent('addToCart', 'fox'), snapshot: cheaper }, intent('wish', 'owl'), {
    ...intent('removeFromCart', 'moon'),
    ...ofAccount,
  });

  expect(rows.outbox.map((op) => op.args)).toEqual([
    { productId: 'fox', seenPrice: 4 },
    { productId: 'owl' },
    { productId: 'moon' },
  ]);
});

describe('an enqueued change', () => {
  test('of a visitor is cancelled by its opposite', () => {
    const rows = rowsOf(intent('addToCart', 'fox'), intent('removeFromCart', 'fox'));
    expect(opsOf(rows)).toEqual([]);
    expect(idsOf(rows)).toEqual([]);
  });

  test('is followed by its opposite once it was attempted', () => {
    const tried = markAttempt(rowsOf(intent('addToCart', 'fox')), 'addToCart fox');
    const rows = enqueue(tried, intent('removeFromCart', 'fox'));
    expect(opsOf(rows)).toEqual(['addToCart fox', 'removeFromCart fox']);
    expect(idsOf(rows)).toEqual([]);
  });

  test('of an account is followed by its opposite, because it may have been sent without a record', () => {
    const of = (kind: ListOpKind) => ({ ...intent(kind, 'fox'), ...ofAccount });
    for (const known of [emptyRows, applyServerList(emptyRows, answer(1, 'fox'), 0)]) {
      const rows = enqueue(enqueue(known, of('addToCart')), of('removeFromCart'));
      expect(opsOf(rows)).toEqual(['addToCart fox', 'removeFromCart fox']);
      expect(idsOf(rows)).toEqual([]);
    }
  });

  test('of a visitor is followed by its opposite if it may have been merged without a record', () => {
    const removal = { ...intent('removeFromCart', 'fox'), canCancel: false };
    const rows = rowsOf(intent('addToCart', 'fox'), removal);
    expect(opsOf(rows)).toEqual(['addToCart fox', 'removeFromCart fox']);
    expect(idsOf(rows)).toEqual([]);
  });

  test('is enqueued once if its write was stored although it failed', () => {
    const removal = { ...intent('removeFromCart', 'fox'), ...ofAccount };
    const once = enqueue(applyServerList(emptyRows, answer(1, 'fox'), 0), removal);
    expect(enqueue(once, removal)).toBe(once);
  });

  test('is enqueued once when repeated before the first attempt', () => {
    const rows = rowsOf(intent('addToCart', 'fox', 'first'), intent('addToCart', 'fox', 'second'));
    expect(opsOf(rows)).toEqual(['first']);
  });

  test('is sent for a design that is already shown, because another device may just have removed it', () => {
    const rows = enqueue(
      applyServerList(emptyRows, answer(1, 'fox'), 0),
      intent('addToCart', 'fox'),
    );
    expect(opsOf(rows)).toEqual(['addToCart fox']);
    expect(idsOf(rows)).toEqual(['fox']);
  });

  test('of a visitor to remove what is not there does nothing', () => {
    expect(rowsOf(intent('removeFromCart', 'fox'))).toBe(emptyRows);
  });

  test('of an account to remove what only the first paint showed is sent', () => {
    const removal = { ...intent('removeFromCart', 'fox'), ...ofAccount };
    const rows = enqueue(applyServerList(emptyRows, answer(1), 0), removal);
    expect(opsOf(rows)).toEqual(['removeFromCart fox']);
    expect(idsOf(applyServerList(rows, answer(2, 'fox', 'moon'), 0))).toEqual(['moon']);
  });

  test('leaves the other set alone', () => {
    const rows = rowsOf(intent('wish', 'fox'), intent('addToCart', 'fox'), intent('unwish', 'fox'));
    expect(opsOf(rows)).toEqual(['addToCart fox']);
    expect(rows.wishlistMarks).toEqual([]);
    expect(idsOf(rows)).toEqual(['fox']);
  });

  test('removes its earlier refusal from the list', () => {
    const problem = { status: 409, code: 'PRODUCT_UNAVAILABLE', message: '' };
    const refused = refuseOp(rowsOf(intent('addToCart', 'fox')), 'addToCart fox', problem, '');
    expect(refused.refused).toHaveLength(1);
    expect(enqueue(refused, intent('addToCart', 'fox')).refused).toEqual([]);
  });
});

describe('the shown set', () => {
  test('is the newest answer with the pending ops on top', () => {
    const known = applyServerList(emptyRows, answer(1, 'moon'), 0);
    const waiting = [intent('addToCart', 'fox'), intent('removeFromCart', 'moon')];
    const rows = applyServerList(waiting.reduce(enqueue, known), answer(3, 'moon', 'whale'), 0);
    expect(idsOf(rows)).toEqual(['whale', 'fox']);
  });

  test('does not go back to an answer older than the last acknowledged op', () => {
    const done = acknowledgeOp(
      rowsOf(intent('addToCart', 'fox')),
      'addToCart fox',
      acknowledged(8),
    );
    expect(applyServerList(done, answer(7), 0)).toBe(done);
    expect(idsOf(applyServerList(done, answer(8, 'fox', 'moon'), 0))).toEqual(['fox', 'moon']);
  });

  test('keeps an acknowledged op until the next answer', () => {
    const known = applyServerList(emptyRows, answer(1, 'moon'), 0);
    const waiting = enqueue(known, intent('addToCart', 'fox'));
    const rows = acknowledgeOp(waiting, 'addToCart fox', acknowledged(2));
    expect(opsOf(rows)).toEqual([]);
    expect(idsOf(rows)).toEqual(['moon', 'fox']);
  });

  test('loses a refused add and regains a refused removal', () => {
    const known = applyServerList(emptyRows, answer(1, 'moon'), 0);
    const waiting = enqueue(
      enqueue(known, intent('addToCart', 'fox')),
      intent('removeFromCart', 'moon'),
    );
    const problem = { status: 404, code: 'NOT_FOUND', message: '' };
    const once = refuseOp(waiting, 'addToCart fox', problem, '');
    expect(idsOf(refuseOp(once, 'removeFromCart moon', problem, ''))).toEqual(['moon']);
  });
});

describe("a visitor's merge", () => {
  test('appends the ops to the pending ones, under their own ids', () => {
    const account = enqueue(
      applyServerList(emptyRows, answer(1, 'moon'), 0),
      intent('removeFromCart', 'moon'),
    );
    const visitor = rowsOf(intent('addToCart', 'fox'), intent('wish', 'whale'));
    const rows = mergeVisitor(account, visitor);
    expect(opsOf(rows)).toEqual(['removeFromCart moon', 'addToCart fox', 'wish whale']);
    expect(rows.outbox.map((op) => op.seq)).toEqual([1, 2, 3]);
    expect(idsOf(rows)).toEqual(['fox']);
    expect(rows.wishlistMarks.map((line) => line.productId)).toEqual(['whale']);
  });

  test('has no effect when repeated, sent or not', () => {
    const visitor = rowsOf(intent('addToCart', 'fox'));
    const once = mergeVisitor(emptyRows, visitor);
    expect(opsOf(mergeVisitor(once, visitor))).toEqual(['addToCart fox']);
    const sent = acknowledgeOp(once, 'addToCart fox', acknowledged(1));
    expect(opsOf(mergeVisitor(sent, visitor))).toEqual([]);
  });

  test('never creates a second line for a design that is there', () => {
    const account = applyServerList(emptyRows, answer(1, 'fox'), 0);
    expect(idsOf(mergeVisitor(account, rowsOf(intent('addToCart', 'fox'))))).toEqual(['fox']);
  });

  test('leaves the visitor what was added meanwhile', () => {
    const before = rowsOf(intent('addToCart', 'fox'));
    const later = enqueue(before, intent('addToCart', 'moon'));
    const left = withoutMerged(later, new Set(opsOf(before)));
    expect(opsOf(left)).toEqual(['addToCart moon']);
    expect(idsOf(left)).toEqual(['moon']);
  });
});
