import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { publishMessages } from '#contract/studio/publish-messages.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { SectionReader } from '#studio/features/content/section-reader.tsx';

test('an editor reads the terms and why only owners publish them, without a button to do it', () => {
  const content = {
    lead: 'Please read this.',
    sections: [{ title: 'Use', text: 'Sew with it.\n\nNever resell it.' }],
    restrictions: [{ good: 'Sew.', bad: 'Resell.' }],
  };
  const versions = [
    { version: 2, content, published: null },
    { version: 1, content: { ...content, lead: 'Before.' }, published: null },
  ] as const;
  const settings = {
    name: 'Pinwheel',
    designers: [],
    socialLink: '',
    termsVersion: '1',
    savedAt: null,
    timeZone: 'UTC',
    priceHoldHours: 24,
    cartMails: 'off' as const,
  };

  const { look } = firstContent;

  const page = renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(SectionReader, { section: 'terms', versions, settings, look }),
    ),
  );

  expect(page).toContain(publishMessages.termsOfOwners);
  expect(page).toContain('Sew with it.\n\nNever resell it.');
  expect(page).toContain('Version 1');
  expect(page).not.toMatch(/Publish|Restore|<input|<textarea/);
});
