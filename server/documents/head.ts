import type { Collection } from '#contract/shop/collection.ts';
import { descriptionLine } from '#contract/shop/description-html.ts';
import { escapeJson } from '#contract/shop/page-data.ts';
import { pathDescriptions } from '#contract/shop/path-descriptions.ts';
import { imageSourceSet, imageVariant, type PathName, paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { fewestRated } from '#contract/shop/review.ts';
import type { SearchEngineTexts } from '#contract/studio/content.ts';
import { formatUsd, priceToPay } from '#contract/wire/money.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import type { FirstImage } from './first-paint.ts';

/** The content of a document's head, all readable without scripts. */
export interface Head {
  readonly title: string;
  readonly description: string;
  readonly canonicalUrl: string;
  readonly isIndexed: boolean;
  /** Absolute. */
  readonly imageUrl: string | null;
  readonly product: Product | null;
  /** The first picture on the screen, preloaded before the script requests it. */
  readonly firstImage: FirstImage | null;
}

/** The titles of screens whose product or collection doesn't exist. */
const fallbackTitles: Partial<Record<PathName, string>> = {
  product: 'Design',
  clothBench: 'Design',
  collection: 'Collection',
};

/** The title and description of a path; a product and a collection have their own. */
export function pathTexts(
  name: PathName,
  brand: string,
  product: Product | null,
  collection: Collection | null,
  { title: homeTitle, ...described }: SearchEngineTexts,
): { title: string; description: string } {
  const title = name === 'home' ? homeTitle : paths[name].title;
  const descriptions = { ...pathDescriptions, ...described };
  const texts = {
    '{shop}': brand,
    '{name}': brand,
    '{title}': product?.title ?? collection?.name ?? fallbackTitles[name] ?? '',
  };
  const fill = (text: string) =>
    Object.entries(texts).reduce(
      (filled, [key, value]) => filled.replaceAll(key, () => value),
      text,
    );
  return {
    title: fill(title),
    description: product
      ? productDescription(product)
      : collection?.description
        ? shortened(collection.description, 155)
        : fill(descriptions[name]),
  };
}

function productDescription(product: Product): string {
  const text = descriptionLine(product.description);
  const price = formatUsd(priceToPay(product.price, product.discountedPrice));
  const designers = product.designer.join(' and ');
  const lead = `${product.title} by ${designers}, ${price}. `;
  return lead + shortened(text, 155 - lead.length);
}

function shortened(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1)).trimEnd()}…`;
}

export function renderHead(head: Head, brand: string): string {
  const title = escapeHtml(head.title);
  const description = escapeHtml(head.description);
  const canonical = escapeHtml(head.canonicalUrl);
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    head.isIndexed
      ? `<link rel="canonical" href="${canonical}">`
      : '<meta name="robots" content="noindex">',
    `<meta property="og:site_name" content="${escapeHtml(brand)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:type" content="${head.product ? 'product' : 'website'}">`,
    `<meta property="og:url" content="${canonical}">`,
    ...(head.imageUrl
      ? [
          `<meta property="og:image" content="${escapeHtml(head.imageUrl)}">`,
          '<meta name="twitter:card" content="summary_large_image">',
        ]
      : []),
    ...(head.firstImage
      ? [
          `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${escapeHtml(
            imageSourceSet(head.firstImage.url, 'avif'),
          )}" imagesizes="${escapeHtml(head.firstImage.sizes)}">`,
        ]
      : []),
    ...(head.product
      ? [
          `<script type="application/ld+json">${escapeJson(
            JSON.stringify(productData(head.product, head.canonicalUrl, brand)),
          )}</script>`,
        ]
      : []),
  ];
  return tags.join('\n    ');
}

/** schema.org/Product. */
function productData(product: Product, url: string, brand: string): object {
  const origin = new URL(url).origin;
  const { rating } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    sku: product.sku,
    description: descriptionLine(product.description),
    image: product.images.map((image) => origin + imageVariant(image.url, 1200, 'webp')),
    brand: { '@type': 'Brand', name: brand },
    category: product.categories.map(({ name }) => name).join(', '),
    ...(rating &&
      rating.count >= fewestRated && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
        },
      }),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'USD',
      price: priceToPay(product.price, product.discountedPrice).toFixed(2),
      availability: product.isBuyable
        ? 'https://schema.org/InStock'
        : 'https://schema.org/PreOrder',
    },
  };
}
