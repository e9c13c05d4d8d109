import { expect, test } from 'vitest';
import type { FileTarget } from '#contract/studio/files.ts';
import { acceptedEndings } from '#server/platform/files/file-kind.ts';
import { indexTargets, matchFile } from '#studio/features/imports/files/match-files.ts';

const draft = (id: string, parts: Partial<FileTarget>): FileTarget => ({
  id,
  title: `Title of ${id}`,
  sku: `SKU-${id}`,
  key: '',
  images: [],
  files: [],
  ...parts,
});

const targets = [
  draft('a', { title: 'Sleepy Fox 🦊', sku: 'S-12', key: 'sleepy-fox-seamless' }),
  draft('b', { title: 'Café Lémon', sku: 'L_7', images: ['cafe lemon.png'] }),
  draft('c', { title: 'Moon', sku: 'M-1', files: [{ name: 'm-1.zip', bytes: 4 }] }),
  draft('d', { title: 'Moon', sku: 'M-2' }),
  draft('e', { title: '眠い狐', sku: 'JP1' }),
];
const find = indexTargets(targets);
const match = (path: string, bytes = 'four') => {
  const file = new File([bytes], path.split('/').at(-1) ?? '', { lastModified: 1 });
  const { state, kind, candidates } = matchFile({ file, path }, find);
  return [state, kind, candidates.map(({ id }) => id).join()];
};

test('matches files to drafts by SKU, key or title, whatever their case, accents and endings', () => {
  expect(
    [
      's-12.zip',
      'S_12 preview 2.PNG',
      'Sleepy-Fox-Seamless-mockup.jpg',
      'sleepy fox (3).webp',
      'CAFE LEMON final v2 300dpi.pdf',
      '眠い狐.png',
    ].map((path) => match(path)),
  ).toEqual([
    ['matched', 'file', 'a'],
    ['matched', 'image', 'a'],
    ['matched', 'image', 'a'],
    ['matched', 'image', 'a'],
    ['matched', 'file', 'b'],
    ['matched', 'image', 'e'],
  ]);
});

test('matches by the nearest folder if the name itself says nothing', () => {
  expect(match('shop/S-12/cover.png')).toEqual(['matched', 'image', 'a']);
  expect(match('S-12/L_7.zip')).toEqual(['matched', 'file', 'b']);
  expect(match('S-12/L_7/readme.pdf')).toEqual(['matched', 'file', 'b']);
});

test('files of every kind that the shop accepts can be matched', () => {
  for (const ending of acceptedEndings) {
    expect([ending, match(`S-12.${ending}`)[0]]).toEqual([ending, 'matched']);
  }
});

test('says which files are ambiguous, unmatched, there already, or unsupported', () => {
  expect(match('moon.png')).toEqual(['ambiguous', 'image', 'c,d']);
  expect(match('sleepy fox and friends.zip')).toEqual(['unmatched', 'file', '']);
  expect(match('s.zip')).toEqual(['unmatched', 'file', '']);
  expect(match('.png')).toEqual(['unmatched', 'image', '']);
  expect(match('m-1.zip')).toEqual(['there', 'file', 'c']);
  expect(match('m-1.zip', 'changed')).toEqual(['matched', 'file', 'c']);
  expect(match('cafe lemon.png')).toEqual(['there', 'image', 'b']);
  expect(match('S-12/notes.txt')).toEqual(['unsupported', 'file', '']);
});

test('matches two thousand files to five thousand drafts in a moment', () => {
  const many = Array.from({ length: 5000 }, (_, place) =>
    draft(String(place), { title: `Design of a fox number ${place}`, sku: `N-${place}` }),
  );
  const began = performance.now();
  const findOne = indexTargets(many);
  const found = Array.from({ length: 2000 }, (_, place) => {
    const file = new File(['x'], `N-${place} preview.png`);
    return matchFile({ file, path: file.name }, findOne).candidates[0]?.id;
  });

  expect(found).toEqual(Array.from({ length: 2000 }, (_, place) => String(place)));
  expect(performance.now() - began).toBeLessThan(5000);
});
