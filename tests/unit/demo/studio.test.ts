import { describe, expect, test } from 'vitest';
import { demoStudio } from '#demo/studio.ts';

const { products, categories, designers, favourites, featured } = demoStudio;
const makers = new Set(products.flatMap((product) => product.designers));
const repeatsOf = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the demo studio', () => {
  test('has 112 products in 8 categories and at least 6 featured images', () => {
    expect(products).toHaveLength(112);
    expect(categories).toHaveLength(8);
    expect(featured.length).toBeGreaterThanOrEqual(6);
  });

  test('sells seamless patterns, clip-art PNGs and branding kits, every one a file (A01)', () => {
    const inCategory = (name: string) =>
      products.filter((product) => product.categories[0] === name);
    expect(inCategory('Seamless Patterns').length).toBeGreaterThanOrEqual(60);
    expect(inCategory('Clip Art PNGs').length).toBeGreaterThanOrEqual(10);
    expect(inCategory('Logo & Branding Kits').length).toBeGreaterThanOrEqual(10);
    for (const { slug, files } of products) expect(files.length, slug).toBeGreaterThan(0);
  });

  test('presents two designers, some of their products made together (A02)', () => {
    expect(designers.map(({ name }) => name)).toEqual(['Clementine Fox', 'Juniper Moon']);
    expect([...makers].sort()).toEqual(['Clementine Fox', 'Juniper Moon']);
    expect(products.filter((product) => product.designers.length === 2).length).toBeGreaterThan(3);
  });

  test('gives every product a slug, a title, a SKU and file names of its own', () => {
    expect(repeatsOf(products.map(({ slug }) => slug))).toEqual([]);
    expect(repeatsOf(products.map(({ title }) => title))).toEqual([]);
    expect(repeatsOf(products.map(({ sku }) => sku))).toEqual([]);
    const fileNames = products.flatMap(({ files }) => files.map(({ name }) => name));
    expect(repeatsOf(fileNames)).toEqual([]);
    for (const name of fileNames) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.(png|svg)$/);
    for (const { slug } of products) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('uses only its own categories, and all of them', () => {
    expect(new Set(products.flatMap((product) => product.categories))).toEqual(new Set(categories));
  });

  test('prices everything in whole cents from $3.50 to $48, about a third reduced', () => {
    for (const { slug, price, discountedPrice } of products) {
      expect(Number.isInteger(price) && price >= 350 && price <= 4800, slug).toBe(true);
      if (discountedPrice === null) continue;
      expect(Number.isInteger(discountedPrice) && discountedPrice < price, slug).toBe(true);
    }
    const reduced = products.filter(({ discountedPrice }) => discountedPrice !== null);
    expect(reduced.length / products.length).toBeGreaterThan(0.25);
    expect(reduced.length / products.length).toBeLessThan(0.36);
  });

  test('gives exactly one product away for free', () => {
    expect(products.filter(({ discountedPrice }) => discountedPrice === 0)).toHaveLength(1);
  });

  test('has best sellers, products nobody has bought yet and new arrivals', () => {
    expect(Math.max(...products.map(({ salesCount }) => salesCount))).toBeGreaterThan(800);
    expect(products.filter(({ salesCount }) => salesCount === 0).length).toBeGreaterThan(3);
    expect(
      products.filter(({ publishedDaysAgo }) => publishedDaysAgo <= 14).length,
    ).toBeGreaterThan(4);
    for (const { slug, publishedDaysAgo } of products) {
      expect(publishedDaysAgo >= 0 && publishedDaysAgo <= 730, slug).toBe(true);
    }
  });

  test('states size, 350 DPI and licence, but no number of items, in every description', () => {
    for (const { slug, description } of products) {
      expect(description, slug).toMatch(/inches/);
      expect(description, slug).toContain('350 DPI');
      expect(description, slug).toContain('Wholesale and print-on-demand: single-file licences');
      expect(description, slug).not.toMatch(/\d items/);
    }
  });

  test('uses only p, ul, li, strong and em in descriptions', () => {
    for (const { slug, description } of products) {
      const tags = [...description.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map(([, tag]) => tag);
      expect(
        tags.filter((tag) => !/^(p|ul|li|strong|em)$/.test(tag ?? '')),
        slug,
      ).toEqual([]);
      expect(description, slug).not.toMatch(/&(?!amp;)/);
    }
  });

  test('puts logo as PNG and SVG, watermark, cover, text logo, card and sticker in each kit (D09)', () => {
    const kits = products.filter((product) => product.categories.includes('Logo & Branding Kits'));
    for (const { slug, files } of kits) {
      const names = files.map(({ name }) => name).join(' ');
      for (const part of [
        '-logo.png',
        '-logo.svg',
        '-watermark.png',
        '-social-cover.png',
        '-text-logo.png',
        '-card.png',
        '-sticker.png',
      ]) {
        expect(names, slug).toContain(part);
      }
    }
  });

  test('offers at least ten downloads of three files and more', () => {
    expect(products.filter(({ files }) => files.length >= 3).length).toBeGreaterThanOrEqual(10);
  });

  test('shows two to four gallery images a product', () => {
    for (const { slug, previews } of products) {
      expect(previews.length >= 2 && previews.length <= 4, slug).toBe(true);
    }
  });

  test('has a handful of favourites, each one a product', () => {
    expect(favourites.length).toBeGreaterThan(2);
    expect(repeatsOf(favourites)).toEqual([]);
    const slugs = products.map(({ slug }) => slug);
    expect(favourites.filter((slug) => !slugs.includes(slug))).toEqual([]);
  });

  test('describes every featured image in words', () => {
    for (const { altText } of featured) expect(altText.length).toBeGreaterThan(30);
    expect(repeatsOf(featured.map(({ altText }) => altText))).toEqual([]);
  });

  test('keeps the SKUs of its products', () => {
    const skuOf = (slug: string) => products.find((product) => product.slug === slug)?.sku;
    expect(skuOf('foxglove-nap')).toBe('PW-SC-001');
    expect(skuOf('jellybean-dots')).toBe('PW-SP-051');
    expect(skuOf('one-sleepy-fox')).toBe('PW-CA-001');
    expect(skuOf('bramble-and-bee-branding-kit')).toBe('PW-BK-001');
  });
});
