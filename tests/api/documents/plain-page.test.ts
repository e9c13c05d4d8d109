import { beforeAll, expect, test } from 'vitest';
import { oldestBrowsersText } from '#contract/shop/oldest-browsers.ts';
import { plainPagePath, productPath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';

let app: ReturnType<typeof createApp>;
const ids: string[] = [];

beforeAll(async () => {
  const services = await makeServices();
  for (let place = 0; place < 25; place += 1) {
    ids.push(await addProduct(services, { title: `Fox & <b>moon</b> ${place}`, price: 1250 }));
  }
  ids.push(await addProduct(services, { title: 'Reduced owl', price: 800, discountedPrice: 650 }));
  await services.catalogue.refresh();
  app = createApp(services);
});

async function plain(search = ''): Promise<string> {
  const response = await app.request(plainPagePath + search);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; img-src 'self'/,
  );
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  const html = await response.text();
  expect(html).not.toMatch(/<script|var\(--/);
  return html;
}

test('shows every design with its price, and why it is a plain page', async () => {
  const first = await plain();
  expect(first).toContain(oldestBrowsersText);
  expect(first).toContain('Fox &amp; &lt;b&gt;moon&lt;/b&gt;');
  expect(first).toContain('$12.50');
  expect(first).toContain('<b>$6.50</b> instead of $8.00');
  expect(first).toContain('Page 1 of 2');
  const second = await plain('?page=2');
  expect(second).toContain('Page 2 of 2');
  const shown = ids.filter((id) => (first + second).includes(`href="${productPath(id)}"`));
  expect(shown).toEqual(ids);
});

test.each([
  '?page=0',
  '?page=-1',
  '?page=x',
  '?page=1e9',
  '?page=1.5',
  '?page=',
  '?page=1&page=2',
  '?page=%00',
])('answers %s with a page that exists', async (search) => {
  expect(await plain(search)).toMatch(/Page [12] of 2/);
});

test.each([
  ['terms', 'Terms and conditions', 7],
  ['about', 'About us', 1],
  ['privacy', 'Privacy', 10],
  ['imprint', 'Imprint', 2],
  ['accessibility', 'Accessibility', 3],
])('shows the page %s, without the marks of its links', async (name, title, sections) => {
  const text = await plain(`?${name}`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text.match(/<h2>/g)).toHaveLength(sections);
  expect(text).not.toMatch(/\*\*|\]\(|\{\w+\}|<p><\/p>/);
  expect(await plain()).toContain(`href="/plain.html?${name}"`);
});
