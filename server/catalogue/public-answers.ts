import type { CatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { hasFilters } from '#contract/catalogue/facets.ts';
import { calls } from '#contract/shop/calls.ts';
import type { Product, SearchQuery } from '#contract/shop/product.ts';
import type { Call } from '#contract/wire/call.ts';
import { queryRecord } from '#contract/wire/url-template.ts';
import { firstCursor } from '../platform/database/changes-after.ts';
import { type EncodedText, encodedText } from '../platform/http/encoded-text.ts';
import { parsePart } from '../platform/http/parse.ts';
import { Problem } from '../platform/http/problem.ts';
import type { CountEmptySearch } from './empty-searches.ts';
import type { CatalogueFeed } from './feed.ts';
import type { SearchLimit } from './search-limit.ts';

const noSuchDesign = 'This design is no longer available.';
const noSuchTerms = 'This version of the terms doesn’t exist.';

/** The answers of public calls as bytes, cached while the catalogue has the same cursor. */
export interface PublicAnswers {
  /**
   * Returns the JSON text of an answer.
   * @throws Problem for bad input or an unknown product; for searches, their facets and older designs, TOO_MANY past the limit; for a
   * search, UNAVAILABLE while the designs are still being indexed
   */
  json(name: CatalogueCall, params: Record<string, string>, request: PublicRequest): string;
  /** Returns the same to be sent; a search waits until the designs are indexed. */
  text(
    name: CatalogueCall,
    params: Record<string, string>,
    request: PublicRequest,
  ): Promise<EncodedText>;
  /** Whether an answer may be given again as it is while the cursor stays: nothing is counted by it. */
  isReusable(answer: EncodedText): boolean;
}

export interface PublicRequest {
  /** The query string. */
  readonly search: string;
  /** The caller's network address, for the limit on searches. */
  readonly address: () => string;
}

/**
 * Memory for public answers that are ready to send. The process uses about twice as much more, because
 * dropped answers stay until they are garbage-collected.
 */
export const answerBytes = 20 * 1024 * 1024;

const listStart = Buffer.from('{"products":[');
const comma = Buffer.from(',');
const utf8 = new TextDecoder();

/** They take time without words, too. */
const limitedCalls: ReadonlySet<CatalogueCall> = new Set(['productsOlder', 'productsFacets']);

/** What an answer takes besides its key, text and encodings: objects, closures, promises, buffer headers. */
const bytesBeside = 2000;

/**
 * @param maxBytes how much memory cached answers may take, because strangers can send endlessly many
 * different requests
 * @param onDropped is called for each answer that is dropped to make room
 */
export function createPublicAnswers(
  catalogue: CatalogueFeed,
  maxBytes: number,
  limit: SearchLimit,
  countEmpty: CountEmptySearch = () => {},
  onDropped: (answer: EncodedText) => void = () => {},
): PublicAnswers {
  const answers = new Map<string, EncodedText>();
  /** Answers of searches that found nothing. */
  const empty = new WeakSet<EncodedText>();
  /** The cursor under which an answer was cached that may be given again without asking here. */
  const reusable = new WeakMap<EncodedText, string>();
  let bytes = 0;
  const serialized = new WeakMap<Product, Uint8Array>();
  let cursor = '';

  /** Serializes each product once, however many pages it is on. */
  function productBytes(product: Product): Uint8Array {
    let bytes = serialized.get(product);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(product));
      serialized.set(product, bytes);
    }
    return bytes;
  }

  /** Joins a page from its products' bytes, because a string of a whole page would be garbage at once. */
  function answerContent(value: object): string | Uint8Array<ArrayBuffer> {
    if (!('products' in value) || !Array.isArray(value.products)) return JSON.stringify(value);
    const { products, ...rest } = value;
    const others = JSON.stringify(rest).slice(1, -1);
    const pieces: Uint8Array[] = [listStart];
    for (const product of products) pieces.push(productBytes(product), comma);
    if (products.length > 0) pieces.pop();
    pieces.push(Buffer.from(others === '' ? ']}' : `],${others}}`));
    return Buffer.concat(pieces);
  }

  function understood(name: CatalogueCall, params: Record<string, string>, search: string) {
    const call: Call = calls[name];
    return {
      params: parsePart(call.params, params, 'NOT_FOUND'),
      query: parsePart(call.query, queryRecord(search)),
    };
  }

  function find(
    name: CatalogueCall,
    input: ReturnType<typeof understood>,
    address: () => string,
  ): EncodedText {
    const answer = findAny(name, input, address);
    if (empty.has(answer)) countEmpty(searchedText(input.query), address());
    return answer;
  }

  function findAny(
    name: CatalogueCall,
    input: ReturnType<typeof understood>,
    address: () => string,
  ): EncodedText {
    if (cursor !== catalogue.cursor) {
      answers.clear();
      bytes = 0;
      cursor = catalogue.cursor;
    }
    // The key is the parsed input, so that a made-up parameter doesn't create another answer.
    const key = `${name} ${JSON.stringify(input)}`;
    const known = answers.get(key);
    if (known) return known;
    if (isSearch(input.query) || limitedCalls.has(name)) limit.spend(address());
    const value = catalogue.answer(name, input as never);
    if (!value) throw new Problem('NOT_FOUND', name === 'terms' ? noSuchTerms : noSuchDesign);
    const answer = encodedText(answerContent(value), (grown) => {
      // An answer dropped in the meantime isn't counted any more.
      if (answers.get(key) === answer) grow(grown);
    });
    // With filters, it isn't the words that find nothing.
    if ('exact' in value && value.exact === 0 && !hasFilters(input.query as SearchQuery)) {
      empty.add(answer);
    }
    const size = sizeOf(key, answer);
    if (size > maxBytes) return answer;
    answers.set(key, answer);
    if (!empty.has(answer)) reusable.set(answer, cursor);
    grow(size);
    return answer;
  }

  function grow(by: number): void {
    bytes += by;
    // Drops the oldest first; one that is requested often is soon cached again.
    for (const [oldest, held] of answers) {
      if (bytes <= maxBytes) break;
      answers.delete(oldest);
      reusable.delete(held);
      onDropped(held);
      bytes -= sizeOf(oldest, held);
    }
  }

  return {
    json(name, params, { search, address }) {
      const input = understood(name, params, search);
      if (isSearch(input.query) && !catalogue.isSearchable) {
        throw new Problem('UNAVAILABLE', 'The designs are still being indexed.');
      }
      return utf8.decode(find(name, input, address).bytes);
    },
    async text(name, params, { search, address }) {
      const input = understood(name, params, search);
      if (isSearch(input.query)) await catalogue.searchable();
      // Another shop on the same database may have told the caller of what this one hasn't read yet.
      const since = sinceOf(input.query);
      if (since !== firstCursor && !catalogue.knows(since)) await catalogue.refresh();
      return find(name, input, address);
    },
    isReusable: (answer) => reusable.get(answer) === catalogue.cursor,
  };
}

/** The cursor after which a parsed query wants the changes; that of no change for any other query. */
function sinceOf(query: unknown): string {
  return (query as { since?: string } | undefined)?.since ?? firstCursor;
}

/** Whether a parsed query has words to search for, which needs the index and takes time. */
function isSearch(query: unknown): boolean {
  return searchedText(query) !== '';
}

/** What a parsed query searches for. */
function searchedText(query: unknown): string {
  const { query: words = '', search = '' } = (query ?? {}) as Partial<SearchQuery>;
  return `${words} ${search}`.trim();
}

function sizeOf(key: string, { heldBytes }: EncodedText): number {
  // A character of a key takes two bytes at most.
  return bytesBeside + 2 * key.length + heldBytes;
}
