import { expect, test } from 'vitest';
import type { AuditLine } from '#contract/studio/audit.ts';
import { actionText } from '#contract/studio/audit-actions.ts';
import { formerName, subjectPath } from '#studio/features/audit/audit-words.ts';

const line: AuditLine = {
  id: 1,
  at: '2026-03-01T00:00:00.000Z',
  actor: 'mia@studio.example',
  action: 'design.deleted',
  subjectId: 'a'.repeat(24),
  subject: null,
  before: { title: 'Foxes' },
  after: null,
};

test('what no longer exists keeps the name that the line recorded', () => {
  expect(formerName(line)).toBe('Foxes');
  expect(formerName({ ...line, before: null, after: { code: 'SPRING' } })).toBe('SPRING');
});

test('an action is said in words, and one that this version doesn’t know as it was recorded', () => {
  expect(actionText('commissions.opened')).toBe('opened custom requests');
  expect(actionText('design.framed')).toBe('design.framed');
});

test('an id is never shown; the name of a table or a backup is', () => {
  expect(formerName({ ...line, before: null })).toBe('');
  expect(formerName({ ...line, before: null, subjectId: 'orders' })).toBe('orders');
});

test.each([
  ['order', '/orders/7'],
  ['custom request', '/customs/7'],
  ['bulk change', '/designs/changes/7'],
  ['category', '/categories'],
  ['collection', '/collections/7'],
  ['staff member', null],
] as const)('the screen of a subject: %s', (kind, path) => {
  expect(subjectPath({ kind, id: '7', name: 'x' })).toBe(path);
});
