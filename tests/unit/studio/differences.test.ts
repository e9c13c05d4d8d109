import { expect, test } from 'vitest';
import type { FieldSpecs } from '#studio/features/content/content-fields.ts';
import { differences } from '#studio/features/content/differences.ts';

const specs: FieldSpecs = {
  title: { kind: 'line', label: 'Title' },
  entries: {
    kind: 'list',
    label: 'Questions',
    item: 'question',
    fields: {
      question: { kind: 'line', label: 'Question' },
      answer: { kind: 'text', label: 'Answer' },
    },
    added: { question: '', answer: '' },
  },
};
const why = { question: 'Why?', answer: 'So.' };
const how = { question: 'How?', answer: 'Thus.' };

test('names each changed, added and removed text', () => {
  const before = { title: 'Ask', entries: [why, how] };
  const after = {
    title: 'Ask us',
    entries: [
      { ...how, answer: 'Slowly.' },
      { question: 'When?', answer: 'Soon.' },
    ],
  };

  expect(differences(specs, before, after)).toEqual([
    { label: 'Title', before: 'Ask', after: 'Ask us' },
    { label: 'Questions', before: 'Why?', after: null },
    { label: 'Questions', before: null, after: 'When?' },
    { label: 'Questions › How? › Answer', before: 'Thus.', after: 'Slowly.' },
  ]);
});

test('a list in another order says so, and equal versions have no difference', () => {
  const [one, other] = [
    { title: 'Ask', entries: [why, how] },
    { title: 'Ask', entries: [how, why] },
  ];

  expect(differences(specs, one, other)).toEqual([
    { label: 'Questions, order', before: null, after: 'changed' },
  ]);
  expect(differences(specs, one, one)).toEqual([]);
});
