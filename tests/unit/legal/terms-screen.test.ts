import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { TermsScreen } from '#features/legal/terms-screen.tsx';

test('the table of contents stays at the version that is shown', () => {
  const terms = {
    lead: '',
    sections: [{ title: 'Use of designs', text: 'Sew.' }],
    restrictions: [],
  };
  const screen = { terms, version: 'v3', designers: [], search: '?version=v3', items: 100 };

  const page = renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(TermsScreen, screen)),
  );

  expect(page).toContain('href="/terms-conditions?version=v3#use-of-designs"');
});
