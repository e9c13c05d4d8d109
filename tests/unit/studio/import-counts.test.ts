import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Import, ImportState } from '#contract/studio/imports.ts';
import { ImportCounts } from '#studio/features/imports/import-counts.tsx';

const counts = { total: 3, created: 3, updated: 0, skipped: 0 };

test.each([
  ['planned', 'Will be created'],
  ['importing', 'Will be created'],
  ['done', 'Created'],
  ['stopped', 'Created'],
  ['discarded', 'Created'],
] satisfies readonly [ImportState, string][])(
  'of an import that is %s, it says: %s',
  (state, word) => {
    const found = { state, designs: counts, rows: counts } as unknown as Import;

    const shown = renderToStaticMarkup(createElement(ImportCounts, { of: found }));

    expect(/<dt>(.*?)<\/dt>/.exec(shown)?.[1]).toBe(word);
  },
);
