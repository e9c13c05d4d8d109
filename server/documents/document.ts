import type { Context, Hono } from 'hono';
import type { CatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { type CallName, calls } from '#contract/shop/calls.ts';
import { type Collection, collectionAt } from '#contract/shop/collection.ts';
import {
  type FirstRequest,
  firstCalls,
  firstNewest,
  firstRequests,
} from '#contract/shop/first-requests.ts';
import { type CarriedAnswer, pageDataBlock } from '#contract/shop/page-data.ts';
import {
  collectionPath,
  fillPath,
  imageSizes,
  imageVariant,
  matchPath,
  type PathName,
  paths,
} from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { screenTags, shellMarks } from '#contract/shop/shell.ts';
import { limits } from '#contract/wire/limits.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import type { PublicAnswers } from '../catalogue/public-answers.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { type EncodedText, encodedText, respondText } from '../platform/http/encoded-text.ts';
import { Problem } from '../platform/http/problem.ts';
import type { ReadyAnswers } from '../platform/http/ready-answers.ts';
import { type BuiltShop, pageAssets } from './built-shop.ts';
import { type FirstImage, firstPaint } from './first-paint.ts';
import { type Head, pathTexts, renderHead } from './head.ts';
import { lookCssIn, lookIn, lookTag, unchangedCss, withThemeColors } from './look.ts';
import { installTags } from './manifest.ts';
import { documentHeaders } from './security.ts';

/** How many documents are cached; strangers can request endlessly many URLs. */
const maxCachedDocuments = 256;

/**
 * Every screen's HTML: the built shell with that screen's head and first answers. The same for everyone, so
 * it has nothing private and React renders only on the client.
 */
export function documentRoutes(
  app: Hono,
  services: CatalogueServices,
  answers: PublicAnswers,
  shop: BuiltShop,
  ready: ReadyAnswers,
): void {
  const kept = new Map<string, Page>();
  let cursor = '';

  function documentAt(
    name: PathName,
    params: Record<string, string>,
    search: string,
    address: () => string,
  ): Page {
    if (cursor !== services.catalogue.cursor) {
      kept.clear();
      cursor = services.catalogue.cursor;
    }
    const key = `${fillPath(paths[name].path, params)} ${search}`;
    const known = kept.get(key);
    if (known) return known;
    const answered = (first: FirstRequest) => ({ first, ...answerJson(answers, first, address) });
    const found = firstRequests(name, params, search).map(answered);
    if (name === 'home' && isFewSold(found.flatMap(carried))) {
      found.push(answered({ name: 'productsFilter', request: firstNewest }));
    }
    const page = {
      ...render(name, params, search, found.flatMap(carried)),
      isForNow: found.some(({ isForNow }) => isForNow),
    };
    if (page.isForNow) return page;
    const [oldest] = kept;
    if (oldest && kept.size >= maxCachedDocuments) {
      kept.delete(oldest[0]);
      ready.drop(oldest[1]);
    }
    kept.set(key, page);
    return page;
  }

  function render(
    name: PathName,
    params: Record<string, string>,
    search: string,
    found: readonly CarriedAnswer[],
  ) {
    const settings = services.catalogue.answer('shopSettings', {} as never);
    const brand = settings?.name ?? '';
    const product = params.id === undefined ? null : productOf(found);
    const collection = params.slug === undefined ? null : collectionOf(found, params.slug);
    const isMissing = isOfOne(name) && !product && !collection;
    const picture = product?.images[0] ?? collection?.image;
    const head: Head = {
      ...pathTexts(name, brand, product, collection, services.catalogue.searchEngineTexts),
      canonicalUrl: services.env.publicUrl + canonicalPath(name, params, search),
      isIndexed: paths[name].isIndexed && !isMissing,
      imageUrl: picture ? services.env.publicUrl + imageVariant(picture.url, 1200, 'webp') : null,
      product,
      firstImage: firstImage(name, found),
    };
    const look = lookIn(services);
    const tags = [
      renderHead(head, brand),
      ...installTags(brand, look),
      ...(lookCssIn(services) === unchangedCss ? [] : [lookTag]),
    ];
    const html = withThemeColors(shop.template(), look)
      .replace(shellMarks.head, () => tags.join('\n    '))
      .replace(shellMarks.firstPaint, () =>
        firstPaint(
          name,
          head.firstImage,
          settings?.texts?.hero ?? null,
          settings?.payments.isPractice ?? false,
        ),
      )
      .replace(shellMarks.screen, () => pageAssets(shop, name).join('\n    '))
      .replace(shellMarks.data, () => pageDataBlock(found));
    return { ...encodedText(html), status: isMissing ? (404 as const) : (200 as const) };
  }

  /** Where a collection is whose earlier address this is; null for any other path. */
  function presentPath({ name, params: { slug } }: NonNullable<ReturnType<typeof matchPath>>) {
    if (name !== 'collection' || slug === undefined) return null;
    const all = services.catalogue.answer('collections', { params: undefined, query: undefined });
    const found = collectionAt(all?.collections ?? [], slug);
    return found && found.slug !== slug ? collectionPath(found.slug) : null;
  }

  const serveDocument = (context: Context) => {
    const url = new URL(context.req.url);
    const match = matchPath(url.pathname);
    if (!match) return null;
    const movedTo = presentPath(match);
    if (movedTo !== null) {
      // A collection may get an address back, so no browser may remember where it went.
      context.header('Cache-Control', 'no-cache');
      return context.redirect(movedTo + url.search, 301);
    }
    const kind = match.name === 'checkout' ? 'checkout' : 'shop';
    const page = documentAt(match.name, match.params, url.search.slice(1), () =>
      clientAddress(services, context),
    );
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      ...documentHeaders(services.env, kind, shop.ownStyles),
    };
    if (page.status === 200 && !page.isForNow) ready.keep(context, page, headers);
    return respondText(page, headers, (header) => context.req.header(header), page.status);
  };

  app.get('/index.html', (context) =>
    respondText(
      encodedText(bareShell(shop, services)),
      {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        ...documentHeaders(services.env, 'shop', shop.ownStyles),
      },
      (header) => context.req.header(header),
    ),
  );
  app.get('*', async (context, next) => {
    const response = serveDocument(context);
    if (response) return response;
    await next();
    return undefined;
  });
}

interface Page extends EncodedText {
  readonly status: 200 | 404;
  /** Lacks an answer that there may be a little later, so it isn't cached. */
  readonly isForNow: boolean;
}

interface FirstAnswer {
  /** Null if there is none; the page then makes the call itself and shows the problem. */
  readonly json: string | null;
  /** There may be an answer a little later, so a document without it isn't cached. */
  readonly isForNow: boolean;
}

function answerJson(
  answers: PublicAnswers,
  { name, request }: FirstRequest,
  address: () => string,
): FirstAnswer {
  try {
    const search = new URLSearchParams(request.query).toString();
    const asked = { search, address };
    const json = answers.json(name as CatalogueCall, { ...request.params }, asked);
    return { json, isForNow: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { json: null, isForNow: ['TOO_MANY', 'UNAVAILABLE'].includes(error.body.code) };
  }
}

function carried({ first, json }: FirstAnswer & { readonly first: FirstRequest }): CarriedAnswer[] {
  return json === null ? [] : [{ first, json, savedAt: null }];
}

function answerTo(found: readonly CarriedAnswer[], name: CallName): unknown {
  const json = found.find((entry) => entry.first.name === name)?.json;
  return json === undefined ? null : JSON.parse(json);
}

function productOf(found: readonly CarriedAnswer[]): Product | null {
  return (answerTo(found, 'product') as { product: Product } | null)?.product ?? null;
}

function collectionOf(found: readonly CarriedAnswer[], slug: string): Collection | null {
  const answer = answerTo(found, 'collections') as { collections: Collection[] } | null;
  return collectionAt(answer?.collections ?? [], slug) ?? null;
}

/** Whether a screen shows one product or collection, which may not exist. */
function isOfOne(name: PathName): boolean {
  return paths[name].title.includes('{title}');
}

/** The picture that a screen shows first, so that it needn't wait for the script. */
function firstImage(name: PathName, found: readonly CarriedAnswer[]): FirstImage | null {
  if (name === 'product') {
    const { images = [], title = '' } = productOf(found) ?? {};
    const sizes = imageSizes.gallery;
    const place = images.length > 1 ? 'gallery' : 'single';
    return images[0] ? { url: images[0].url, sizes, place, heading: title } : null;
  }
  // The designs of the one are far below its text; the other has none.
  if (name === 'licence' || name === 'terms') return null;
  const own = firstCalls[name]?.find((call) => 'query' in calls[call]);
  const listing = name === 'home' && isFewSold(found) ? 'productsFilter' : own;
  const url = listing && productsOf(found, listing)?.[0]?.images[0]?.url;
  if (!url) return null;
  const sizes = imageSizes.card;
  if (name === 'home') return { url, sizes, place: 'home', heading: null };
  return { url, sizes, place: 'listing', heading: paths[name].title.split(' · ')[0] ?? null };
}

function productsOf(found: readonly CarriedAnswer[], listing: CallName): Product[] | undefined {
  return (answerTo(found, listing) as { products: Product[] } | null)?.products;
}

/** Whether the home page begins with the newest designs. */
function isFewSold(found: readonly CarriedAnswer[]): boolean {
  const sellers = productsOf(found, 'productsBestSelling');
  return sellers !== undefined && sellers.length < limits.homeDesigns;
}

/** The canonical address of a screen: filters and sort orders are views of the same content, page numbers aren't. */
function canonicalPath(name: PathName, params: Record<string, string>, search: string): string {
  const path = fillPath(paths[name].path, params);
  const page = new URLSearchParams(search).get('page');
  return page && /^[1-9]\d{0,6}$/.test(page) && page !== '1' ? `${path}?page=${page}` : path;
}

/** The shell for the worker: a document for any screen, filled in on the device. */
function bareShell(shop: BuiltShop, services: CatalogueServices): string {
  const brand = services.catalogue.answer('shopSettings', {} as never)?.name ?? '';
  const look = lookIn(services);
  const tags = [
    `<title>${escapeHtml(brand)}</title>`,
    '<meta name="robots" content="noindex">',
    ...installTags(brand, look),
    lookTag,
  ];
  const screens = (Object.keys(paths) as PathName[]).map((name) =>
    screenTags(name, pageAssets(shop, name).join('')),
  );
  return withThemeColors(shop.template(), look)
    .replace(shellMarks.head, () => tags.join('\n    '))
    .replace(shellMarks.firstPaint, '')
    .replace(shellMarks.screen, () => screens.join('\n    '));
}
