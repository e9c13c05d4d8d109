import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { MatchState } from '#studio/features/imports/files/match-files.ts';
import { MatchReport } from '#studio/features/imports/files/match-report.tsx';

const ready = '1 file for 1 draft will be uploaded, 4\u00a0bytes.';

test.each([
  [['matched'], ready],
  [['matched', 'there'], ready],
  [['matched', 'unmatched'], `${ready} Others are left out until you assign them.`],
  [['there'], 'Nothing is left to upload: the drafts have these files already.'],
  [
    ['there', 'unmatched'],
    'No new file is matched to a draft yet. Assign them below, or rename them and choose them again.',
  ],
] satisfies readonly [MatchState[], string][])(
  'of files that are %o it says: %s',
  (states, text) => {
    const target = { id: 'a', title: 'Fox', sku: 'S-12', key: '', images: [], files: [] };
    const matches = states.map((state) => ({
      state,
      path: state,
      kind: 'file' as const,
      file: new File(['four'], state),
      candidates: [target],
    }));

    const report = renderToStaticMarkup(
      createElement(MatchReport, { targets: [target], matches, onChange() {}, onUpload() {} }),
    );

    expect(/<p[^>]*>(.*?)<\/p>/.exec(report)?.[1]).toBe(text);
  },
);
