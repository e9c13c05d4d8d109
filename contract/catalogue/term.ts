export interface Term {
  readonly text: string;
  /** One number per product that has the word, ascending: `slot * 256 + fields`. */
  readonly postings: number[];
}
