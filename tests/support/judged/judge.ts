import { createReplica } from '#contract/catalogue/replica.ts';
import { ndcg } from '../ndcg.ts';
import { demoCatalogue } from './demo-catalogue.ts';

export interface Judged {
  readonly kind: string;
  readonly text: string;
  readonly ndcg: number;
  readonly total: number;
  readonly shown: readonly string[];
}

/** `sc1` for `PW-SC-001`. */
const shortSku = (sku: string) => sku.toLowerCase().replace(/^pw-/, '').replace(/-0*/, '');

/** The first page of each search, compared with the judgements of `searches`. */
export function judge(searches: string): Judged[] {
  const replica = createReplica();
  replica.apply(demoCatalogue, []);
  return searches
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', text = '', ...graded] = line.split('|').map((part) => part.trim());
      const grades = new Map(
        graded.flatMap((skus, place) =>
          skus
            .split(' ')
            .filter(Boolean)
            .map((sku) => [sku, 3 - place] as const),
        ),
      );
      const query = { query: text, search: '', page: 1, limit: 10, sort: undefined };
      const { products, total } = replica.search(query);
      const shown = products.map(({ sku }) => shortSku(sku));
      const gains = shown.map((sku) => grades.get(sku) ?? 0);
      return { kind, text, ndcg: ndcg(gains, [...grades.values()]), total, shown };
    });
}

export function mean(judged: readonly Judged[]): number {
  return judged.reduce((sum, each) => sum + each.ndcg, 0) / judged.length;
}
