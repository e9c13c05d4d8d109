import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { countSchema, idSchema, instantSchema, moneySchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import { colorPattern } from './color-pattern.ts';
import { keywordsSchema, noKeywords } from './keywords.ts';
import { pictureSchema } from './picture.ts';
import { filterSorts, searchSorts } from './sort.ts';

const filterSortSchema = v.picklist(filterSorts, messages.invalid.sort);
const searchSortSchema = v.picklist(searchSorts, messages.invalid.sort);

/** A card or gallery picture. `url` is the 640 px preview; paths.ts derives the other sizes. */
export const productImageSchema = v.object({ _id: idSchema, ...pictureSchema.entries });
export type ProductImage = v.InferOutput<typeof productImageSchema>;

export const categorySchema = v.object({ _id: idSchema, name: v.string() });
export type Category = v.InferOutput<typeof categorySchema>;

/** The size of one repeat of a pattern, in inches. */
export const tileSchema = v.object({ width: v.number(), height: v.number() });

/**
 * A published design. Added to the specified fields (O04): `publishedAt`; `files` (what a buyer downloads: name, bytes or 0
 * until the original is ready, px and DPI); `isBuyable` (its originals are ready); `isDesignerFavourite`;
 * `tile` (one repeat, in inches); `isForFabricShops` (if false, a fabric shop's account can't buy it);
 * `keywords` (search terms); `rating` (the stars of its approved reviews); `swatches` (the first picture's main colours, see `catalogue/swatches.ts`). Answers
 * stored by an older worker lack the last four. `images` is never empty.
 */
export const productSchema = v.object({
  _id: idSchema,
  title: v.string(),
  price: moneySchema,
  discountedPrice: v.nullable(moneySchema),
  images: v.array(productImageSchema),
  categories: v.array(categorySchema),
  designer: v.array(v.string()),
  salesCount: v.number(),
  sku: v.string(),
  description: v.string(),
  publishedAt: instantSchema,
  isBuyable: v.boolean(),
  isDesignerFavourite: v.boolean(),
  tile: v.optional(v.nullable(tileSchema), null),
  isForFabricShops: v.optional(v.boolean(), true),
  keywords: v.optional(keywordsSchema, noKeywords),
  swatches: v.optional(v.pipe(v.string(), v.regex(/^([0-9a-f]{7}){0,5}$/)), ''),
  /** Missing: it has no approved review. */
  rating: v.optional(v.object({ average: v.number(), count: v.number() })),
  files: v.array(
    v.object({
      name: v.string(),
      bytes: v.number(),
      width: v.nullable(v.number()),
      height: v.nullable(v.number()),
      dpi: v.nullable(v.number()),
    }),
  ),
});
export type Product = v.InferOutput<typeof productSchema>;

/**
 * In answers of a device that doesn't store all designs: it looked through the newest `stored` of the `published`
 * ones.
 */
const amongSchema = v.optional(v.object({ stored: v.number(), published: v.number() }));

/** `hasFavourites` is added: whether the designers marked at least one product as a favourite (OP-11). */
export const filterOptionsSchema = v.object({
  categories: v.array(categorySchema),
  designers: v.array(v.string()),
  priceRange: v.object({ minPrice: moneySchema, maxPrice: moneySchema }),
  hasFavourites: v.optional(v.boolean()),
  among: amongSchema,
});
export type FilterOptions = v.InferOutput<typeof filterOptionsSchema>;

/** `total` is added: how many products match. */
export const productPageSchema = v.object({
  products: v.array(productSchema),
  totalPages: v.number(),
  total: v.number(),
  among: amongSchema,
});
export type ProductPage = v.InferOutput<typeof productPageSchema>;

/**
 * An alternative to a search that no design matches: its spelling corrected. `total` is how many products match it,
 * `products` the best of them, at most `limits.nearestProducts`.
 */
export const nearestSearchSchema = v.object({
  text: v.string(),
  total: v.number(),
  products: v.array(productSchema),
});
export type NearestSearch = v.InferOutput<typeof nearestSearchSchema>;

/**
 * A page of search results: first the designs with every word, then the closest of the others if those are few. Added
 * are `exact`, how many of `total` have every word (all of them in answers of an older server); `close`, where in the
 * whole list those begin that lack the words `without`, none if they have all at least in part; and `nearest`, best
 * first, at most `limits.nearestSearches`, empty unless `exact` is 0.
 */
export const searchPageSchema = v.object({
  ...productPageSchema.entries,
  exact: v.optional(v.number()),
  close: v.optional(v.array(v.object({ from: v.number(), without: v.array(v.string()) })), []),
  nearest: v.optional(v.array(nearestSearchSchema), []),
});
export type SearchPage = v.InferOutput<typeof searchPageSchema>;

/**
 * Suggestions for a text while it is being typed; all empty for an empty text. `products` are the best
 * matches, at most `limits.suggestedProducts`; `image` is a product's first. `words` are complete search
 * texts, at most `limits.suggestedWords`, each with the number of products it finds (never 0). `categories`
 * match the text by name, at most `limits.suggestedCategories`.
 */
export const suggestionsSchema = v.object({
  products: v.array(
    v.object({
      _id: idSchema,
      title: v.string(),
      price: moneySchema,
      discountedPrice: v.nullable(moneySchema),
      image: v.nullable(productImageSchema),
    }),
  ),
  words: v.array(v.object({ text: v.string(), count: v.number() })),
  categories: v.array(categorySchema),
  among: amongSchema,
});
export type Suggestions = v.InferOutput<typeof suggestionsSchema>;

export const productListSchema = v.object({
  products: v.array(productSchema),
  among: amongSchema,
});

/** Groups of words that searches treat as equal, from the studio's settings. */
export const synonymsSchema = v.array(v.array(v.string()));

/** How many designs are published. Missing in answers of an older server. */
const totalDesignsSchema = v.optional(v.number());

/**
 * The newest designs of the catalogue, at most `limits.snapshotSize`, newest first. `isWhole`: no published
 * design is left out. `synonyms` belong to the same version. `cursor` is where `/products/changes` continues.
 */
export const snapshotSchema = v.object({
  products: v.array(productSchema),
  totalPages: v.number(),
  isWhole: v.boolean(),
  synonyms: v.optional(synonymsSchema, []),
  cursor: v.string(),
  total: totalDesignsSchema,
});

/** The query of `/products/older`: a design, which needn't be published any more. */
export const olderQuerySchema = v.object({ publishedAt: instantSchema, id: idSchema });

/**
 * The designs that follow it in the order of the snapshot, at most `limits.olderSize`. `isLast`: none follows
 * these. `total`: how many designs are published. `cursor`: the changes up to there are in the answer.
 */
export const olderSchema = v.object({
  products: v.array(productSchema),
  isLast: v.boolean(),
  total: v.number(),
  cursor: v.string(),
});

/**
 * How many of the designs are published, how many pictures they have, and the bytes of these in the form that
 * a device stores: `galleryPicture` for the whole snapshot, `packPicture` for a season pack. Each picture
 * counts once.
 */
export const picturesSizeSchema = v.object({
  designs: v.number(),
  pictures: v.number(),
  bytes: v.number(),
});
export type PicturesSize = v.InferOutput<typeof picturesSizeSchema>;

/** The designs of a season pack. */
export const packSizeBodySchema = v.object({
  ids: v.pipe(
    v.array(idSchema),
    v.minLength(1, messages.invalid.number),
    v.maxLength(limits.listLength, messages.invalid.tooLong),
  ),
});

/**
 * What changed after a cursor: new or altered products, and ids no longer published. `synonyms` is null if
 * unchanged. `isReset`: the cursor is unknown, so fetch the snapshot again.
 */
export const changesSchema = v.object({
  products: v.array(productSchema),
  removed: v.array(idSchema),
  synonyms: v.optional(v.nullable(synonymsSchema), null),
  cursor: v.string(),
  total: totalDesignsSchema,
  isReset: v.boolean(),
});

/** Comma-separated names or ids. The router joins repeated parameters (OP-59). */
const commaListSchema = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(2000, messages.invalid.tooLong),
    v.transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ),
  '',
);

const amountParameterSchema = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}(\.\d{1,2})?$/, messages.invalid.number),
    v.transform(Number),
  ),
);

const textParameterSchema = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(200, messages.invalid.tooLong)),
  '',
);

/**
 * The filters of the shop's listing and of a search. Several values of one kind are ORed, those of different kinds
 * ANDed.
 */
export const filtersSchema = v.object({
  category: commaListSchema,
  designer: commaListSchema,
  favourites: v.optional(
    v.pipe(
      v.literal('1', messages.invalid.number),
      v.transform(() => true as const),
    ),
  ),
  minPrice: amountParameterSchema,
  maxPrice: amountParameterSchema,
  color: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.regex(colorPattern, messages.invalid.color)),
  ),
  motif: commaListSchema,
  occasion: commaListSchema,
  style: commaListSchema,
});

export type Filters = v.InferOutput<typeof filtersSchema>;

/**
 * The query of `GET /products/filter`. Parsed, `category` and `designer` are lists. Added: `favourites`, where `1`
 * selects only the designers' favourites (OP-11), a colour, and words of three kinds of keywords. `closest-color`
 * without a colour is `newest`.
 */
export const filterQuerySchema = v.object({
  ...filtersSchema.entries,
  page: countSchema(1, 1_000_000),
  limit: countSchema(limits.shopPageSize, limits.maxPageSize),
  sort: v.optional(filterSortSchema, 'newest'),
});
export type FilterQuery = v.InferOutput<typeof filterQuerySchema>;

const wordsEntries = { query: textParameterSchema, search: textParameterSchema };

/**
 * The query of `/products/best-selling`; `query` and `search` are ANDed (OP-38). The default sort is sales.
 * `relevance` without words is the listing's own order.
 */
export const bestSellersQuerySchema = v.object({
  ...wordsEntries,
  page: countSchema(1, 1_000_000),
  limit: countSchema(limits.searchPageSize, limits.maxPageSize),
  sort: v.optional(searchSortSchema),
});
export type BestSellersQuery = v.InferOutput<typeof bestSellersQuerySchema>;

/** The query of `/products/search`, which has filters too; the default sort is relevance. */
export const searchQuerySchema = v.object({
  ...filtersSchema.entries,
  ...bestSellersQuerySchema.entries,
});
export type SearchQuery = v.InferOutput<typeof searchQuerySchema>;

/** The query of `/products/search/facets`: that of the search, without its order and page. Without words: of all designs. */
export const facetsQuerySchema = v.object({ ...filtersSchema.entries, ...wordsEntries });
export type FacetsQuery = v.InferOutput<typeof facetsQuerySchema>;

const facetWordsSchema = v.array(v.object({ word: v.string(), count: v.number() }));

/**
 * What a listing can be narrowed to, each with the number of designs that have every word and that all
 * filters of other kinds leave; where none has every word, of the close ones. Nothing has the count 0. Categories and
 * designers are sorted by name; of each kind of keywords the most frequent come first, at most `limits.facetWords`
 * and those that are filtered by.
 */
export const facetsSchema = v.object({
  categories: v.array(v.object({ ...categorySchema.entries, count: v.number() })),
  designers: v.array(v.object({ name: v.string(), count: v.number() })),
  motif: facetWordsSchema,
  occasion: facetWordsSchema,
  style: facetWordsSchema,
  among: amongSchema,
});
export type Facets = v.InferOutput<typeof facetsSchema>;

/** The query of `/products/suggest`: the text in the search box. */
export const suggestQuerySchema = v.object({ query: textParameterSchema });

/** The query of `/products/chosen`. Parsed, `ids` is a list; unknown ones are left out of the answer. */
export const chosenQuerySchema = v.object({ ids: commaListSchema });

/** The query of `/products/{id}/goes-with`. Parsed, `first` is a list: the designs of the same collections. */
export const goesWithQuerySchema = v.object({ first: commaListSchema });

export const changesQuerySchema = v.object({
  since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, messages.invalid.number)), '0'),
});

export const featuredImagesSchema = v.array(
  v.object({
    image: pictureSchema,
    altText: v.optional(v.string()),
  }),
);
export type FeaturedImage = v.InferOutput<typeof featuredImagesSchema>[number];
