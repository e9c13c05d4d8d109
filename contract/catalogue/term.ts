/** One word that products hold. */
export interface Term {
  readonly text: string;
  /** One number for each product that holds it, ascending: `slot * 256 + fields`. */
  readonly postings: number[];
}
