import { expect, test } from 'vitest';
import { sameName } from '#server/designs/imports/same-name.ts';

const ours = ['Seamless Patterns', 'Kits & Sets', 'Stories', 'Dresses', 'Glass', '水彩'].map(
  (name) => ({ name }),
);
const match = (name: string) => sameName(ours, name)?.name ?? null;

test('finds a name whatever its case, plural, accents and punctuation', () => {
  expect(
    ['seamless pattern', 'SEAMLESS-PATTERNS', 'kit and set', 'Story', 'dress', 'glass', '水彩'].map(
      match,
    ),
  ).toEqual([
    'Seamless Patterns',
    'Seamless Patterns',
    'Kits & Sets',
    'Stories',
    'Dresses',
    'Glass',
    '水彩',
  ]);
  expect(['pattern', '', '!', 'Glas'].map(match)).toEqual([null, null, null, null]);
});

test('prefers the very name to one that differs only in its plural', () => {
  expect(sameName([{ name: 'Kits' }, { name: 'Kit' }], 'kit')).toEqual({ name: 'Kit' });
});
