import { describe, expect, test } from 'vitest';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { refuseOp } from '#offline/outbox/outbox-rules.ts';
import {
  type AccountRows,
  emptyRows,
  type ListOpKind,
  type OutboxOp,
} from '#offline/outbox/rows.ts';
import { enqueueCount } from '#offline/outbox/sold-counts.ts';
import {
  addedRows,
  withBase,
  withoutSettled,
  withRows,
  withUnsaved,
  withUnsure,
} from '#offline/stores/unsaved-rows.ts';
import { ofAccount } from '#tests/support/who-changes.ts';

/** Rows without a meaning of their own. */
const rowsOf = (...ids: string[]): AccountRows => ({
  ...emptyRows,
  mergedOps: ids.map((opId) => ({ opId })),
});
const idsOf = (rows: AccountRows) => rows.mergedOps.map(({ opId }) => opId);

function unsavedOf(base: AccountRows, rows: AccountRows, unsure = emptyRows) {
  return withUnsure({ trouble: 'full', base, sent: [], unsure: emptyRows, rows }, unsure);
}

test('a write adds the rows that were not there', () => {
  expect(idsOf(addedRows(rowsOf('theirs'), rowsOf('theirs', 'ours')))).toEqual(['ours']);
});

test('what was changed in memory is merged into what others have stored', () => {
  const unsaved = unsavedOf(rowsOf('sent', 'kept'), rowsOf('kept', 'ours'));
  expect(idsOf(withUnsaved(rowsOf('sent', 'kept', 'theirs'), unsaved))).toEqual([
    'kept',
    'theirs',
    'ours',
  ]);
});

test('only what was sent or undone is deleted while there is no room', () => {
  const unsaved = unsavedOf(rowsOf('sent', 'kept'), rowsOf('kept', 'ours'));
  const left = withoutSettled(rowsOf('sent', 'kept', 'theirs'), unsaved);
  expect(idsOf(left)).toEqual(['kept', 'theirs']);
});

test('what a failed write stored after all is deleted if it was undone since', () => {
  const unsaved = unsavedOf(emptyRows, rowsOf('ours'), rowsOf('ours', 'undone'));
  expect(idsOf(withUnsaved(rowsOf('ours', 'undone', 'theirs'), unsaved))).toEqual([
    'ours',
    'theirs',
  ]);
});

test('failed writes are remembered together', () => {
  const once = unsavedOf(emptyRows, emptyRows, rowsOf('first'));
  expect(idsOf(withUnsure(once, rowsOf('first', 'second')).unsure)).toEqual(['first', 'second']);
});

test('a stored count of a design is sent, even if another was sent from memory meanwhile', () => {
  const counted = (opId: string) => {
    const sold = { licenceId: 'licence', title: 'Fox Nap', delta: 1 };
    const at = '2026-01-01T00:00:00.000Z';
    return enqueueCount(emptyRows, { opId, deviceId: 'device', productId: 'fox', sold, at });
  };
  const unread = { ...unsavedOf(emptyRows, emptyRows), base: null };
  const sent = withRows(withRows(unread, counted('from memory')), emptyRows);

  const { outbox } = withUnsaved(counted('stored'), sent);

  expect(outbox.map(({ opId }) => opId)).toEqual(['stored']);
});

describe('rows that were changed before the stored ones could be read', () => {
  const change = (rows: AccountRows, kind: ListOpKind, productId: string) =>
    enqueue(rows, {
      opId: `${kind} ${productId}`,
      deviceId: 'device',
      kind,
      productId,
      snapshot: null,
      at: '2026-01-01T00:00:00.000Z',
      ...ofAccount,
    });
  const opsOf = ({ outbox }: AccountRows) => outbox.map(({ opId }) => opId);
  const stored = change(change(emptyRows, 'addToCart', 'fox'), 'wish', 'fox');
  const removed = change(emptyRows, 'removeFromCart', 'fox');
  const unread = { ...unsavedOf(emptyRows, emptyRows), base: null };
  const waiting = withRows(unread, removed);
  const sent = withRows(waiting, { ...removed, outbox: [] });

  test('are sent after stored changes of the same design', () => {
    expect(opsOf(withUnsaved(stored, waiting))).toEqual([
      'addToCart fox',
      'wish fox',
      'removeFromCart fox',
    ]);
  });

  test('replace stored changes of the same design once sent, also where there is no room', () => {
    expect(opsOf(withUnsaved(stored, sent))).toEqual(['wish fox']);
    expect(opsOf(withoutSettled(stored, sent))).toEqual(['wish fox']);
  });

  test('replace nothing that is stored after the first read', () => {
    const read = withBase(sent, stored);
    expect(opsOf(read.rows)).toEqual(['wish fox']);
    const again = { ...stored.outbox[0], opId: 'again' } as OutboxOp;
    const later = { ...read.rows, outbox: [...read.rows.outbox, again] };
    expect(opsOf(withUnsaved(later, read))).toEqual(['wish fox', 'again']);
  });

  test('replace nothing by what the shop refused', () => {
    const [op] = removed.outbox;
    const problem = { status: 404, code: 'NOT_FOUND', message: '' };
    const refused = refuseOp(removed, op?.opId ?? '', problem, '2026-01-01T00:00:00.000Z');
    expect(opsOf(withUnsaved(stored, withRows(waiting, refused)))).toEqual([
      'addToCart fox',
      'wish fox',
    ]);
  });
});
