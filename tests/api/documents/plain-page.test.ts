import { beforeAll, expect, test } from 'vitest';
import { oldestBrowsersText } from '#contract/shop/oldest-browsers.ts';
import { plainPagePath, productPath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
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
  await makeChange(services, async (change) => {
    await writeSetting(change, 'studio', {
      name: 'Pinwheel',
      designers: [{ name: 'Clementine Fox', email: 'clementine@pinwheel.example' }],
      socialLink: '',
      termsVersion: '1',
    });
    await recordCatalogueChange(change, null);
  });
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
  expect(first).toContain('Page 1 of 2');
  const second = await plain('?page=2');
  expect(second).toContain('Page 2 of 2');
  // Designs of one moment come in any order.
  const both = first + second;
  expect(both).toContain('<b>$6.50</b> instead of $8.00');
  const shown = ids.filter((id) => both.includes(`href="${productPath(id)}"`));
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
  ['about', 'About us', 2],
  ['privacy', 'Privacy', 11],
  ['imprint', 'Imprint', 2],
  ['accessibility', 'Accessibility', 3],
])('shows the page %s with its links, and whom to ask', async (name, title, sections) => {
  const text = await plain(`?${name}`);
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text.match(/<h2>/g)).toHaveLength(sections);
  expect(text).not.toMatch(/\*\*|\]\(|\{\w+\}|<p><\/p>|undefined/);
  expect(text).toContain('<a href="mailto:clementine@pinwheel.example">');
  expect(await plain()).toContain(`href="/plain.html?${name}"`);
});

test('leads from a text to the plain page of another, and else to the shop', async () => {
  const text = await plain('?imprint');
  expect(text).toContain('<a href="/contact">Write to us</a>');
  expect(text).toContain('<a href="/plain.html?terms">The terms</a>');
  expect(await plain('?privacy')).toContain(
    '<a href="https://www.paypal.com/webapps/mpp/ua/privacy-full">privacy statement</a>',
  );
  expect(await plain('?privacy')).toMatch(/<ul><li><b>What you typed at sign-up<\/b>/);
});

test('names the people of the shop', async () => {
  const text = await plain('?about');
  expect(text).toMatch(/<h2>Who we are<\/h2>\n<h3>Clementine Fox<\/h3>/);
});
