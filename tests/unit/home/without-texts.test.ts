import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Footer } from '#features/storefront/footer.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';

/** What every page shows with the answer of an earlier server, which has no texts. */

const shown = (part: ReactNode) => renderToStaticMarkup(createElement(MemoryRouter, null, part));

const settings = {
  name: 'Moonlight',
  designers: [{ name: 'Juniper Moon', email: 'juniper@pinwheel.example' }],
  socialLink: '',
  termsVersion: '2026-11',
  payments: { clientId: '', sdkUrl: '', isPractice: true },
  demo: null,
};

test('the strip stays in its place without words', () => {
  expect(shown(createElement(PromoStrip, { texts: undefined, socialLink: '' }))).toMatch(
    /^<aside[^>]*><\/aside>$/,
  );
});

test('the footer still names the shop and its designers', () => {
  const html = shown(createElement(Footer, { settings, texts: undefined, look: undefined }));
  expect(html).toContain('Moonlight');
  expect(html).toContain('juniper@pinwheel.example');
});
