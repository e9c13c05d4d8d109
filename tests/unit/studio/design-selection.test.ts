import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import {
  nothingSelected,
  selectedIn,
  withDesigns,
  withEverything,
} from '#studio/features/designs/bulk/design-selection.ts';
import { fakeWindow } from '#tests/support/fake-window.ts';

vi.stubGlobal('window', fakeWindow('/studio/designs'));
// Its modules need a window when they are loaded.
const { BulkBar } = await import('#studio/features/designs/bulk/bulk-bar.tsx');

const ids = Array.from({ length: 50 }, (_, place) => `design-${place}`);
/** The first page of 1,204 results. */
const page = {
  rows: ids.map((id) => ({ id })),
  total: 1204,
  filter: { search: 'fox', status: 'published', missing: undefined },
} as const;
const everyRow = withDesigns(nothingSelected, ids, true);

test('all results can be selected once the whole page is, and the page alone is 50 designs', () => {
  expect(selectedIn(withDesigns(nothingSelected, ids.slice(1), true), page)).toMatchObject({
    count: 49,
    isAll: false,
    all: null,
  });
  expect(selectedIn(everyRow, page)).toEqual({
    selection: { of: 'named', ids },
    count: 50,
    isAll: true,
    all: 1204,
  });
});

test('“Select all results” makes a bulk change of everything that the filter matches', () => {
  expect(selectedIn(withEverything(everyRow), page)).toEqual({
    selection: { of: 'filter', ...page.filter },
    count: 1204,
    isAll: true,
    all: null,
  });
});

test('a row deselected afterwards leaves the other rows of the page', () => {
  const fewer = withDesigns(withEverything(everyRow), ['design-0'], false);

  expect(selectedIn(fewer, page)).toMatchObject({
    selection: { of: 'named', ids: ids.slice(1) },
    count: 49,
  });
});

test('nothing more can be selected if the page has all results', () => {
  expect(selectedIn(everyRow, { ...page, total: 50 }).all).toBeNull();
});

test.each([
  [1204, 50, '50 designs selected', 'Select all 1,204 results'],
  [null, 1204, '1,204 designs selected', null],
] as const)(
  'the bar names what is selected, and offers all %s results',
  (all, count, words, offer) => {
    const { selection } = selectedIn(everyRow, page);
    const on = { onAll: () => {}, onClear: () => {} };

    const bar = renderToStaticMarkup(createElement(BulkBar, { selection, count, all, ...on }));

    expect(bar).toContain(words);
    expect(/Select all [\d,]+ results/.exec(bar)?.[0] ?? null).toBe(offer);
  },
);
