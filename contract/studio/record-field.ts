import type * as v from 'valibot';

/** How a value is stored in the column that has its field's name: as it is, as a number of cents, as 0 or 1, as JSON. */
export type StoredAs = 'plain' | 'cents' | 'flag' | 'json';

/** What a record says of one of its fields. */
export interface RecordField {
  /** What people call it, such as in a conflict. */
  readonly label: string;
  /** Left out by fields with other columns, which are stored in `server/`. */
  readonly stored?: StoredAs;
  /** What the activity log calls it: by default as it is called here. */
  readonly audited?: readonly string[];
  /** The value in a new draft. */
  readonly initial: unknown;
  /** What is saved. */
  readonly edited: v.GenericSchema;
  /** What is read. */
  readonly read: v.GenericSchema;
  /** What was read, as the editor sends it back; limited, but never stricter than what could be read. */
  readonly base: v.GenericSchema;
  /** Left out by fields that the product's page shows; buyers search by the others, or see them in another form. */
  readonly shop?: 'search' | 'other';
  /** Bulk changes set it to one of its values; if they do so otherwise or not at all, it is left out. */
  readonly bulk?: 'value';
  /** Imports from other shops set its column. */
  readonly isImported?: true;
}

/** How a bulk change sets a field to one of its values. */
export interface BulkValues {
  /** The action's `kind`, and the field. */
  readonly action: { readonly entries: { readonly kind: { readonly literal: string } } };
  readonly values: readonly {
    readonly value: string | boolean;
    readonly menu: string;
    readonly seen: string;
  }[];
}
