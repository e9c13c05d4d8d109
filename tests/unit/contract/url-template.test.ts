import { expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';
import { studioCallPath, studioCalls } from '#contract/studio/calls.ts';
import { fillTemplate, queryRecord, templatePattern } from '#contract/wire/url-template.ts';

test('fills each parameter of a path, percent-encoded where it is a call', () => {
  expect(fillTemplate('/a/{first}/b/{second}', (name) => `:${name}`)).toBe('/a/:first/b/:second');
  expect(studioCallPath('downloadBackup', { name: 'a/b?c' })).toBe(
    '/api/studio/backups/a%2Fb%3Fc/file',
  );
});

test('knows the paths of a template and reads their parameters', () => {
  const pattern = templatePattern('/imports/{importId}/report.csv');

  expect(pattern.exec('/imports/7f/report.csv')?.groups).toEqual({ importId: '7f' });
  for (const other of ['/imports/7f/reportXcsv', '/imports//report.csv', '/imports/7/f/report.csv'])
    expect(pattern.test(other)).toBe(false);
});

test('joins a repeated parameter of a query by commas', () => {
  expect(queryRecord('?category=a&sort=new&category=b')).toEqual({ category: 'a,b', sort: 'new' });
  expect(queryRecord('?query=a%00b')).toEqual({ query: 'a b' });
});

test('no two calls have one method and path, and each is below the path of its table', () => {
  const shop = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
  const studio = Object.values(studioCalls).map(({ method, path }) => `${method} ${path}`);

  expect(new Set([...shop, ...studio]).size).toBe(shop.length + studio.length);
  expect(shop.filter((each) => !/^\w+ \/api\/(?!studio\b)/.test(each))).toEqual([]);
  expect(studio.filter((each) => !/^\w+ \/api\/studio\//.test(each))).toEqual([]);
});
