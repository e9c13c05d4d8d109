import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { WrittenScreen } from '#features/legal/written-screen.tsx';

const shown = (...titles: string[]) => {
  const page = { lead: '', sections: titles.map((title) => ({ title, text: 'Words.' })) };
  const designers = [{ name: 'Clementine Fox', email: 'clementine@pinwheel.example' }];
  const screen = { name: 'about', page, version: '1', items: 100, designers } as const;
  const html = renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(WrittenScreen, screen)),
  );
  return {
    ids: [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
    anchors: [...html.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id),
    labels: [...html.matchAll(/aria-labelledby="([^"]*)"/g)].map(([, id]) => id),
  };
};

test('the anchor of a section is its title', () => {
  expect(shown('How we work', 'Use of designs').anchors).toEqual([
    'who-we-are',
    'how-we-work',
    'use-of-designs',
  ]);
});

test.each([
  ['Who we are', 'Ask', 'Contents', 'Main', 'Root'],
  ['Ask', 'Ask title', 'Ask!', 'Ask 2', 'ask?'],
  ['!!!', '???', 'Section', '✂'],
])('sections called %s, %s, %s have ids of their own', (...titles) => {
  const { ids, anchors, labels } = shown(...titles);

  const all = [...ids, 'root', 'main'];
  expect(all.filter((id, place) => all.indexOf(id) !== place)).toEqual([]);
  expect(anchors).toHaveLength(titles.length + 1);
  expect(ids).not.toContain('');
  for (const label of labels) expect(ids).toContain(label);
});
