import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstNewest } from '#contract/shop/first-requests.ts';
import { pathDescriptions } from '#contract/shop/path-descriptions.ts';
import {
  clothBenchPath,
  collectionPath,
  type PathName,
  paths,
  productPath,
} from '#contract/shop/paths.ts';
import { screenShell } from '#contract/shop/shell.ts';
import { createApp } from '#server/app.ts';
import { firstContent } from '#server/platform/content/first-content.ts';
import { addCollection } from '#tests/support/add-collection.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';

let services: TestServices;
let app: Hono;
let productId: string;

beforeAll(async () => {
  services = await makeServices({ shop: paperShop() });
  productId = await addProduct(services, {
    title: 'Fox </script><b>& "Moon"',
    price: 1250,
    designers: ['Juniper Moon'],
  });
  app = createApp(services);
});

async function html(path: string): Promise<string> {
  return (await app.request(path)).text();
}

function dataOf(
  page: string,
): { name: string; request: object; answer: { [key: string]: unknown } }[] {
  const block = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page)?.[1];
  return JSON.parse(block ?? '{}').calls;
}

const plainPaths = (Object.keys(paths) as PathName[]).filter(
  (name) => !paths[name].title.includes('{title}'),
);

describe('documents', () => {
  test.each(plainPaths)('%s has a title and description of its own', async (name) => {
    const response = await app.request(paths[name].path);
    expect(response.status).toBe(200);
    const page = await response.text();
    const ownTitle = name === 'home' ? firstContent.searchEngines.title : paths[name].title;
    const title = ownTitle.replace(/\{(?:name|shop)\}/, 'Pinwheel');
    expect(page).toContain(`<title>${title.replaceAll("'", '&#39;')}</title>`);
    expect(page).toContain(
      `<meta property="og:title" content="${title.replaceAll("'", '&#39;')}">`,
    );
    expect(page).toMatch(/<meta name="description" content="[^"]{5,}">/);
    const described = { ...pathDescriptions, ...firstContent.searchEngines };
    if (name !== 'home') expect(page).toContain(described[name]);
    const isIndexed = paths[name].isIndexed;
    const canonical = `<link rel="canonical" href="http://localhost:4173${paths[name].path}">`;
    expect(page.includes(canonical)).toBe(isIndexed);
    expect(page.includes('<meta name="robots" content="noindex">')).toBe(!isIndexed);
    expect(page.includes('rel="canonical"')).toBe(isIndexed);
  });

  test('no two indexed screens share a title or a description', async () => {
    const indexed = [
      ...plainPaths.filter((name) => paths[name].isIndexed).map((name) => paths[name].path),
      productPath(productId),
    ];
    const pages = await Promise.all(indexed.map(html));
    const found = (pattern: RegExp) => new Set(pages.map((page) => pattern.exec(page)?.[1]));
    expect(found(/<title>(.+?)<\/title>/).size).toBe(indexed.length);
    expect(found(/<meta name="description" content="(.+?)">/).size).toBe(indexed.length);
  });

  test.each(['/dashboard', '/dashboard/my-orders', '/add-to-cart', '/checkout', '/order-success'])(
    '%s is kept out of search engines',
    async (path) => {
      expect(await html(path)).toContain('<meta name="robots" content="noindex">');
    },
  );

  test('a product page describes the design in its head, without any script', async () => {
    const page = await html(`/product-details/${productId}`);
    expect(page).toContain(
      '<title>Fox &lt;/script&gt;&lt;b&gt;&amp; &quot;Moon&quot; · Pinwheel</title>',
    );
    expect(page).toContain(
      `<link rel="canonical" href="http://localhost:4173/product-details/${productId}">`,
    );
    expect(page).toMatch(
      /<meta property="og:image" content="http:\/\/localhost:4173\/images\/\w+\/1200\.webp">/,
    );
    expect(page).toMatch(/<meta name="description" content="Fox .* by Juniper Moon, \$12\.50\. /);
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Product',
      name: 'Fox </script><b>& "Moon"',
      sku: expect.any(String),
      offers: { price: '12.50', priceCurrency: 'USD' },
    });
  });

  test('the HTML contains the first public data, and no text in it can end the block', async () => {
    const page = await html(`/product-details/${productId}`);
    const calls = dataOf(page);
    expect(calls.map(({ name }) => name)).toEqual(['shopSettings', 'product']);
    expect(calls[1]).toMatchObject({
      request: { params: { id: productId } },
      answer: { product: { title: 'Fox </script><b>& "Moon"' } },
    });
  });

  test("the shop's document has its 28 cards and preloads the first picture", async () => {
    const page = await html('/shop?sort=a-z&page=1');
    expect(dataOf(page).find(({ name }) => name === 'productsFilter')).toMatchObject({
      request: { query: { sort: 'a-z', page: '1' } },
      answer: { totalPages: 1 },
    });
    expect(page).toMatch(
      /<link rel="preload" as="image" type="image\/avif"[^>]+imagesrcset="\/images\//,
    );
  });

  test("a page's own script and styles are requested along with the entry", async () => {
    const page = await html('/shop');
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/shop.js">');
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/card.js">');
    expect(page).toContain('<link rel="stylesheet" href="/assets/shop.css">');
    expect(page).not.toContain('href="/assets/shared.js"');
  });

  test("fonts and the first picture are requested before scripts and the screen's styles", async () => {
    const page = await html('/shop');
    const [picture, paint, own, entry] = [
      '<link rel="preload" as="image"',
      'class="first-paint-listing"',
      'href="/assets/shop.css"',
      'src="/assets/entry.js"',
    ].map((tag) => page.indexOf(tag));
    expect(picture).toBeGreaterThan(0);
    expect(paint).toBeGreaterThan(picture ?? 0);
    expect(own).toBeGreaterThan(paint ?? 0);
    expect(entry).toBeGreaterThan(own ?? 0);
  });

  test.each(['/shop', '/index.html', '/checkout'])(
    'the styles inside %s are allowed by their hash',
    async (path) => {
      const response = await app.request(path);
      const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
      expect(styles).not.toBe('');
      const policy = response.headers.get('Content-Security-Policy');
      const digest = hash('sha256', styles, 'base64');
      expect(policy).toContain(`style-src 'self' 'sha256-${digest}';`);
    },
  );

  test('a design and a listing are painted with their heading, as text', async () => {
    expect(await html(`/product-details/${productId}`)).toContain(
      '<p class="first-paint-heading">Fox &lt;/script&gt;&lt;b&gt;&amp; &quot;Moon&quot;</p>',
    );
    expect(await html('/shop')).toContain('<p class="first-paint-heading">Shop all designs</p>');
    expect(await html('/')).not.toContain('first-paint-heading');
  });

  test('a page of rows also requests the code that opens them', async () => {
    const tag = '<link rel="modulepreload" crossorigin href="/assets/engine.js">';
    expect(await html('/add-to-cart')).toContain(tag);
    expect(await html('/shop')).not.toContain(tag);
  });

  test('a URL that the listing refuses still returns a page', async () => {
    const response = await app.request('/shop?page=nonsense&minPrice=free');
    expect(response.status).toBe(200);
    expect(dataOf(await response.text()).map(({ name }) => name)).not.toContain('productsFilter');
  });

  test('the home page carries its first designs: the newest while few are sold', async () => {
    const page = await html('/');
    const first = dataOf(page).find(({ name }) => name === 'productsFilter');
    expect(first).toMatchObject({
      request: firstNewest,
      answer: { products: [{ _id: productId }] },
    });
    const shop = await makeServices({ shop: paperShop() });
    for (let place = 0; place < 4; place += 1) await addProduct(shop, { salesCount: 1 });
    const sold = dataOf(await (await createApp(shop).request('/')).text());
    expect(sold.map(({ name }) => name)).not.toContain('productsFilter');
  });

  test('a search without text carries no answer', async () => {
    expect(dataOf(await html('/search-product')).map(({ name }) => name)).toEqual(['shopSettings']);
    expect(dataOf(await html('/search-product?query=fox')).map(({ name }) => name)).toEqual([
      'shopSettings',
      'filterOptions',
      'productsSearch',
    ]);
  });

  test.each([productPath, clothBenchPath])(
    'a missing design is a 404 that the shop can still render',
    async (pathOf) => {
      const response = await app.request(pathOf('0'.repeat(24)));
      expect(response.status).toBe(404);
      const page = await response.text();
      expect(page).toContain('noindex');
      expect(page).toContain('/assets/entry.js');
    },
  );

  test.each([
    '/nonsense',
    '/product-details',
    '/product-details/',
    '/product-details/%E0%A4%A',
    '/shop/more',
    '/wp-admin/setup.php',
  ])('%s is redirected to the home page (B17)', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/');
  });

  test('the offline shell contains no data and stays out of search engines', async () => {
    const page = await html('/index.html');
    expect(page).not.toContain('page-data');
    expect(page).toContain('noindex');
  });

  test("the offline shell becomes the document of each screen, with that screen's tags", async () => {
    const shell = await html('/index.html');
    const shop = screenShell(shell, 'shop');
    const tags = '<link rel="modulepreload" crossorigin href="/assets/card.js">';
    expect(shop.head).toContain(tags);
    expect(shop.head).toContain('<link rel="stylesheet" href="/assets/shop.css">');
    expect(screenShell(shell, 'terms').head).not.toContain(tags);
    expect(shop.head).not.toContain('<!--for');
    expect(shop.rest).toMatch(/^<script type="module".*<\/html>$/s);
  });

  test('an unchanged document is a 304', async () => {
    const first = await app.request('/shop');
    const again = await app.request('/shop', {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('scripts come only from our own origin, and the provider is allowed only at checkout', async () => {
    const policy = async (path: string) =>
      (await app.request(path)).headers.get('content-security-policy') ?? '';
    const shopPolicy = await policy('/shop');
    expect(shopPolicy).toContain("script-src 'self';");
    expect(shopPolicy).toContain("require-trusted-types-for 'script'");
    expect(shopPolicy).not.toContain('unsafe');
    expect(shopPolicy).toContain("frame-ancestors 'none'");
    expect(await policy('/checkout')).not.toContain('require-trusted-types-for');

    const paying = await makeServices({
      shop: paperShop(),
      settings: {
        PAYPAL_CLIENT_ID: 'a',
        PAYPAL_CLIENT_SECRET: 'b',
        PUBLIC_URL: 'https://shop.example',
      },
    });
    const live = createApp(paying);
    const checkout = await live.request('/checkout');
    expect(checkout.headers.get('content-security-policy')).toContain('https://*.paypal.com');
    expect(checkout.headers.get('strict-transport-security')).toContain('max-age=');
    expect((await live.request('/shop')).headers.get('content-security-policy')).not.toContain(
      'paypal',
    );
  });
});

describe('files beside the documents', () => {
  test('a hashed asset is cached forever and compressed', async () => {
    const response = await app.request('/assets/entry.js', {
      headers: { 'Accept-Encoding': 'br' },
    });
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(await response.text()).toBe('compressed');
  });

  test.each([
    [{}, '// keeps the shop'],
    [{ SERVICE_WORKER: 'off' }, '// goes away'],
  ])('with %o the worker is %s', async (settings, worker) => {
    const shop = createApp(await makeServices({ shop: paperShop(), settings }));
    const response = await shop.request('/sw.js');
    expect(await response.text()).toBe(worker);
    expect(response.headers.get('content-type')).toContain('text/javascript');
    expect(response.headers.get('cache-control')).toContain('no-cache');
  });

  test('a missing asset is a 404, never HTML', async () => {
    const response = await app.request('/assets/gone-12345.js');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).not.toContain('html');
  });

  test.each([
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/../.vite/manifest.json',
  ])('%s is not served', async (path) => {
    const response = await app.request(path);
    expect([302, 404]).toContain(response.status);
  });

  test('a collection has a title, a picture and a place in the sitemap; a missing one is not found', async () => {
    const productIds = [productId];
    await addCollection(services, { slug: 'woods', name: 'Woods', productIds });
    await services.catalogue.refresh();

    const page = await html(collectionPath('woods'));

    expect(page).toContain('<title>Woods collection · Pinwheel</title>');
    expect(page).toMatch(/og:image" content="[^"]+1200\.webp"/);
    expect(page).toContain('rel="canonical"');
    expect(await html('/sitemap.xml')).toContain(`${collectionPath('woods')}</loc>`);
    expect((await app.request(collectionPath('sea'))).status).toBe(404);
  });

  test('robots.txt names the sitemap, which lists every indexed screen and design', async () => {
    expect(await html('/robots.txt')).toContain('Sitemap: http://localhost:4173/sitemap.xml');
    const map = await html('/sitemap.xml');
    expect(map).toContain('<loc>http://localhost:4173/shop</loc>');
    expect(map).toContain(`<loc>http://localhost:4173/product-details/${productId}</loc>`);
    expect(map).not.toContain('checkout');
  });
});
