import { type Call, calls } from '#contract/calls.ts';
import { type CatalogueCall, queryRecord } from '#contract/catalogue-calls.ts';
import type { Product } from '#contract/product.ts';
import { type EncodedText, encodedText, respondText, stringBytes } from '../http/encoded-text.ts';
import { parsePart } from '../http/parse.ts';
import { Problem } from '../http/problem.ts';
import type { CatalogueFeed } from './feed.ts';

/** The public calls as bytes, kept while the catalogue stays at one version. */
export interface PublicAnswers {
  /** The JSON text of one answer; throws a Problem for bad input or a product that is not there. */
  json(name: CatalogueCall, params: Record<string, string>, search: string): string;
  respond(
    name: CatalogueCall,
    params: Record<string, string>,
    request: { readonly search: string; readonly header: (name: string) => string | undefined },
  ): Promise<Response>;
}

/**
 * Memory for public answers that are ready to send. The process takes about twice as much more, since
 * what is dropped stays until it is collected.
 */
export const answerBytes = 24 * 1024 * 1024;

/** What an answer takes beside its key, text and encodings: objects, closures, promises, buffers' heads. */
const bytesBeside = 2000;

/**
 * @param mostBytes how much memory the kept answers take; a stranger can ask for endlessly many.
 */
export function createPublicAnswers(catalogue: CatalogueFeed, mostBytes: number): PublicAnswers {
  const answers = new Map<string, EncodedText>();
  let bytes = 0;
  const texts = new WeakMap<Product, string>();
  let version = -1;

  /** A product becomes text once, however many pages it stands on. */
  function productText(product: Product): string {
    let text = texts.get(product);
    if (text === undefined) {
      text = JSON.stringify(product);
      texts.set(product, text);
    }
    return text;
  }

  function answerText(value: object): string {
    if (!('products' in value) || !Array.isArray(value.products)) return JSON.stringify(value);
    const { products, ...rest } = value;
    const others = JSON.stringify(rest).slice(1, -1);
    return `{"products":[${products.map(productText).join(',')}]${others && `,${others}`}}`;
  }

  function find(name: CatalogueCall, params: Record<string, string>, search: string): EncodedText {
    if (version !== catalogue.version) {
      answers.clear();
      bytes = 0;
      version = catalogue.version;
    }
    const call: Call = calls[name];
    const input = {
      params: parsePart(call.params, params, 'NOT_FOUND'),
      query: parsePart(call.query, queryRecord(search)),
    };
    // What was understood, not how it was written: else a made-up parameter would be another answer.
    const key = `${name} ${JSON.stringify(input)}`;
    const known = answers.get(key);
    if (known) return known;
    const value = catalogue.answer(name, input as never);
    if (!value) throw new Problem('NOT_FOUND', 'This design is not here any more.');
    const answer = encodedText(answerText(value), (grown) => {
      // An answer that was dropped meanwhile isn't counted any more.
      if (answers.get(key) === answer) grow(grown);
    });
    answers.set(key, answer);
    grow(sizeOf(key, answer));
    return answer;
  }

  function grow(by: number): void {
    bytes += by;
    // The oldest goes: what is asked for often comes back at once.
    for (const [oldest, held] of answers) {
      if (bytes <= mostBytes) break;
      answers.delete(oldest);
      bytes -= sizeOf(oldest, held);
    }
  }

  return {
    json: (name, params, search) => find(name, params, search).text,
    async respond(name, params, { search, header }) {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, no-cache' };
      return respondText(find(name, params, search), headers, header);
    },
  };
}

function sizeOf(key: string, { heldBytes }: EncodedText): number {
  return bytesBeside + stringBytes(key) + heldBytes;
}
