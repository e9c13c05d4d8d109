/** What the studio chose for an import, stored as JSON in its row. */
export interface ImportChoices {
  /** Maps the file's types to category ids, or to null for none. */
  readonly categories: Readonly<Record<string, string | null>>;
}

export const noChoices: ImportChoices = { categories: {} };
