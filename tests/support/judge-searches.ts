import { createReplica } from '#contract/catalogue/replica.ts';
import { type JudgedDesign, judgedCatalogue } from './judged-catalogue.ts';
import { judgedQueries } from './judged-queries.ts';
import { ndcg } from './ndcg.ts';

export interface JudgedSearch {
  readonly text: string;
  /** NDCG@10 of the first page. */
  readonly ndcg: number;
  /** How many designs were found, and how many are relevant. */
  readonly total: number;
  readonly meant: number;
}

/** The search results of each judged query, compared with the judgements. */
export function judgeSearches(): JudgedSearch[] {
  const replica = createReplica();
  replica.apply(
    judgedCatalogue.map(({ product }) => product),
    [],
  );
  const designs = new Map(judgedCatalogue.map((design) => [design.product, design]));
  return judgedQueries.map(({ text, grade }) => {
    const query = { query: text, search: '', page: 1, limit: 10, sort: undefined };
    const { products, total } = replica.search(query);
    const shown = products.map((product) => grade(designs.get(product) as JudgedDesign));
    const all = judgedCatalogue.map(grade);
    return { text, ndcg: ndcg(shown, all), total, meant: all.filter((each) => each > 0).length };
  });
}
