import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Answered } from '#studio/ui/answered.tsx';

const loading = {
  answer: null,
  error: null,
  isLoading: true,
  isEarlier: false,
  reload: async () => {},
  fetchLatest: async () => null,
  update: () => {},
  set: () => {},
};
const shown = (isList: boolean) =>
  renderToStaticMarkup(Answered({ of: loading, isList, children: () => 'rows' }));

test('a list that is loading has placeholders for its rows, which screen readers skip', () => {
  const page = shown(true);

  expect(page).toMatch(/role="status".*Loading…/);
  expect(page.match(/aria-hidden="true"/g)).toHaveLength(24);
  expect(page).not.toContain('<svg');
});

test('any other screen that is loading says so alone', () => {
  expect(shown(false)).toMatch(/role="status".*<svg.*Loading…/);
});
