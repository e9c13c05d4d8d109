import { expect, test } from 'vitest';
import { productPath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { switchDueSales } from '#server/catalogue/sales.ts';
import { cleanDescription } from '#server/designs/clean-description.ts';
import { sitemapFiles, sitemapIndex } from '#server/documents/sitemap.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';

/** The text of an attribute, as a browser reads it. */
function unescaped(attribute: string): string {
  const references = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const;
  return attribute.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => references[name as keyof typeof references],
  );
}

test('descriptions for search engines and link previews are plain text', async () => {
  const services = await makeServices({ shop: paperShop() });
  const id = await addProduct(services, {
    title: 'Fox',
    description: cleanDescription(
      '<p>Salt &amp; pepper, 5 &lt; 6, &ldquo;&eacute;&rdquo; &#39;a&#39; &amp;lt;</p><p>Se<strong>cond</strong>&nbsp;part</p>',
    ),
  });
  const page = await (await createApp(services).request(productPath(id))).text();

  const text = "Salt & pepper, 5 < 6, “é” 'a' &lt; Second part";
  for (const name of ['name="description"', 'property="og:description"']) {
    const [, content = ''] = new RegExp(`<meta ${name} content="([^"]*)"`).exec(page) ?? [];
    expect(unescaped(content)).toContain(text);
  }
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(data)).toMatchObject({ description: text });
});

test('search engines read the price of a sale of the shop while it runs', async () => {
  const { services, app, cookie } = await shopWithOwner({ shop: paperShop() });
  const id = await addProduct(services, { price: 1000 });
  const offered = async () => {
    await switchDueSales(services);
    await services.catalogue.refresh();
    const page = await (await app.request(productPath(id))).text();
    return /"price":"([\d.]+)"/.exec(page)?.[1];
  };

  expect(await offered()).toBe('10.00');
  const days = { firstDay: '2026-03-01', lastDay: '2026-03-01' };
  const all = { isForAll: true, collectionIds: [], skus: [] };
  const body = { name: 'Winter sale', percent: 20, ...days, ...all };
  await callStudio(app, 'createShopSale', { cookie, body });
  expect(await offered()).toBe('8.00');
  services.pass(24 * 3_600_000);
  expect(await offered()).toBe('10.00');
});

test('search engines get the stars of a design from three approved reviews on', async () => {
  const services = await makeServices({ shop: paperShop() });
  const app = createApp(services);
  const productId = await addProduct(services);
  const stars = async () => {
    await services.catalogue.refresh();
    const page = await (await app.request(productPath(productId))).text();
    return /"aggregateRating":(\{.*?\})/.exec(page)?.[1];
  };
  for (const [number, state] of (['shown', 'shown', 'waiting', 'shown'] as const).entries()) {
    expect(await stars()).toBeUndefined();
    const { id: accountId } = await signUp(services);
    const review = {
      id: newId(),
      accountId,
      productId,
      stars: 3 + (number % 2),
      text: '',
      shownName: '',
    };
    await makeChange(services, async (change) => {
      const writtenAt = change.now.toISOString();
      await change.tx
        .insertInto('reviews')
        .values({ ...review, state, writtenAt })
        .execute();
      await recordCatalogueChange(change, [productId]);
    });
  }
  expect(JSON.parse((await stars()) ?? '{}')).toEqual({
    ...{ '@type': 'AggregateRating', ratingValue: 3.67, reviewCount: 3 },
  });
});

const many = Array.from({ length: 7 }, (_, place) => `/product-details/${place}?a&b`);

test('a sitemap takes as many files as its limits demand, each path once', () => {
  const shop = 'https://shop.example';
  expect(sitemapFiles(shop, many)).toHaveLength(1);
  const byUrls = sitemapFiles(shop, many, { urls: 3, bytes: 10_000 });
  expect(byUrls.map((file) => file.split('<loc>').length - 1)).toEqual([3, 3, 1]);
  const bySize = sitemapFiles(shop, many, { urls: 100, bytes: 200 });
  expect(bySize).toHaveLength(4);
  const listed = bySize.flatMap((file) => file.match(/(?<=<loc>)[^<]+/g));
  expect(listed).toEqual(many.map((path) => shop + path.replace('&', '&amp;')));
  expect(sitemapFiles(shop, [])).toHaveLength(1);
  expect(sitemapIndex(shop, 2)).toContain('<sitemap><loc>https://shop.example/sitemap-2.xml</loc>');
});

test('the sitemap lists designs that the snapshot leaves out', async () => {
  const services = await makeServices({ shop: paperShop() });
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push(await addProduct(services));
  const snapshot = services.catalogue.answer;
  services.catalogue.answer = ((name, input) =>
    name === 'products' ? null : snapshot(name, input)) as typeof snapshot;
  const app = createApp(services);
  const answer = await app.request('/sitemap.xml', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(answer.headers.get('Content-Type')).toBe('application/xml');
  const map = await (await app.request('/sitemap.xml')).text();
  for (const id of ids) expect(map).toContain(`${productPath(id)}</loc>`);
  const added = await addProduct(services);
  expect(await (await app.request('/sitemap.xml')).text()).toContain(productPath(added));
});
